SELECT count(*)::int AS count,
       percentile_cont(0.5) WITHIN GROUP (ORDER BY latency_seconds) AS p50,
       percentile_cont(0.95) WITHIN GROUP (ORDER BY latency_seconds) AS p95,
       percentile_cont(0.99) WITHIN GROUP (ORDER BY latency_seconds) AS p99,
       max(latency_seconds) AS max
FROM resumes
