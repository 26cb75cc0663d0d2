"""The players of Connect-4 alone: five opponents for people, and the solver."""
