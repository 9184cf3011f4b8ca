"""Notebook 6: what the three works say together. The only package that may import all of them."""
