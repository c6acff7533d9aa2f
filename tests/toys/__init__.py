"""Small games for tests of the kernel, about which everything is known."""
