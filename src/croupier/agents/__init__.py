"""What sits in a seat."""
