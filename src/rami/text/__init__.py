"""Sentences for people, and the rules of a game in words."""
