UPDATE faults SET remaining = 0 WHERE remaining > 0
