"""The vocabulary of the leakage of a record through a released histogram or workload.

>>> said = about_releases(f"{HISTOGRAM}: leak <= 2/b - log(1 - alpha + alpha*exp(2/b))")
>>> said.trial(40).violations
0
>>> said = about_releases(f"{HISTOGRAM}: leak <= 1/b - log(1 - alpha + alpha*exp(1/b))")
>>> said.trial(40).violations > 0
True
>>> about_releases(f"{WORKLOAD}: corner <= triangle and leak <= triangle").trial(40).violations
0
"""

from pmlsym.statements.releases.of_releases import HISTOGRAM, WORKLOAD, ReleasedData, about_releases

__all__ = ["HISTOGRAM", "WORKLOAD", "ReleasedData", "about_releases"]
