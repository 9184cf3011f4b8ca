"""Labels that lie: the label-noise benchmark of paper 1, as published and as corrected."""
