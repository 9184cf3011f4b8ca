"""How far can a classifier be trusted?"""
