"""Sets of lift vectors: boxes, cones, and those of one channel."""
