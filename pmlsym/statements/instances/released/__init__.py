"""Released data: noisy histograms and workloads of independent records."""
