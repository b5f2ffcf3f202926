-- Number of failures by code and day.
SELECT toDate(time) AS day, operation, code, count() AS failures
FROM pageprobe_events FINAL
WHERE type = 'inspection.failed.v1'
GROUP BY day, operation, code
ORDER BY day, failures DESC;

-- Audit scores of each host by week.
SELECT host, toMonday(time) AS week, count() AS audits, round(avg(JSONExtractFloat(data, 'result', 'scoring', 'overall')), 1) AS score
FROM pageprobe_events FINAL
WHERE type = 'result.seo-audit.v1'
GROUP BY host, week
ORDER BY host, week;

-- The slowest pages of the last week.
SELECT url, max(JSONExtractFloat(data, 'result', 'core_web_vitals', 'lcp', 'value_ms')) AS lcp_ms
FROM pageprobe_events FINAL
WHERE type = 'result.performance.v1' AND time > now() - INTERVAL 7 DAY
GROUP BY url
ORDER BY lcp_ms DESC
LIMIT 50;
