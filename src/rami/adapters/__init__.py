"""Adapters for reinforcement learning: numeric encodings and PettingZoo environments."""
