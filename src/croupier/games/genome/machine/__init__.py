"""The machine that plays every genome: programs, and the rules of their operations."""
