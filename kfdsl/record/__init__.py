"""What outlives a process: saves, and the cache of compiled rules."""
