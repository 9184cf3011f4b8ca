"""What people read: the site of a profile, and the chain behind each of its figures and tables."""
