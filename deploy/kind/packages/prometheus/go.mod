module checkpoint.local/prometheus

go 1.26.8

// 3.5.0, a version with long-term support.
require github.com/prometheus/prometheus v0.305.0
