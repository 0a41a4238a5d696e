"""From a statement about all finite mechanisms to goals about a few real numbers."""
