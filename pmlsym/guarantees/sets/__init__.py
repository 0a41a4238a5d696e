"""Sets of lift vectors: boxes, cones, balls, and what one channel has."""
