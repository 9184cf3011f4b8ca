"""The ten algorithms of paper 1, one module per library."""
