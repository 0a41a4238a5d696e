"""Sets of lift vectors: boxes, cones, and what one channel has."""
