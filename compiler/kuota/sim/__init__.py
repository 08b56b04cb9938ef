"""What Kueue's scheduler does with workloads and quota, cycle by cycle, and why."""
