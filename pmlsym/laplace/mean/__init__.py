"""The mean of independent records with Laplace noise."""

from pmlsym.laplace.mean.release import MeanRelease, WorstPML, calibrate_mean

__all__ = ["MeanRelease", "WorstPML", "calibrate_mean"]
