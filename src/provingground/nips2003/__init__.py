"""The NIPS 2003 feature-selection benchmark: read, prepare, verify, validate, score, and design new ones like it.

Source: I. Guyon, *Design of experiments for the NIPS 2003 variable selection benchmark*, July 2003 ("the document").
"""
