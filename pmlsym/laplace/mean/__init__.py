"""The mean of independent records with Laplace noise."""

from pmlsym.laplace.mean.calibrate import calibrate_mean
from pmlsym.laplace.mean.release import MeanRelease, WorstPML

__all__ = ["MeanRelease", "WorstPML", "calibrate_mean"]
