"""The players of Connect-4: five opponents for people, and the solver."""
