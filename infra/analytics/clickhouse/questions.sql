-- Results and failures of each host by day, and the share of failures.
SELECT
    toDate(time) AS day,
    host,
    operation,
    countIf(code = '') AS results,
    countIf(code != '') AS failures,
    round(100 * failures / count(), 1) AS percent
FROM pageprobe_outcomes FINAL
GROUP BY day, host, operation
ORDER BY day, host, operation;

-- Number of failures by code and day.
SELECT toDate(time) AS day, operation, code, count() AS failures
FROM pageprobe_outcomes FINAL
WHERE code != ''
GROUP BY day, operation, code
ORDER BY day, failures DESC, operation, code;

-- Scores of each host by week.
SELECT host, operation, toMonday(time) AS week, count() AS pages, round(avg(score), 1) AS average
FROM pageprobe_outcomes FINAL
WHERE score IS NOT NULL
GROUP BY host, operation, week
ORDER BY host, operation, week;

-- The slowest pages of the last week.
SELECT url, max(JSONExtractFloat(data, 'result', 'core_web_vitals', 'lcp', 'value_ms')) AS lcp_ms
FROM pageprobe_outcomes FINAL
WHERE type = 'result.performance.v1' AND time > now() - INTERVAL 7 DAY
GROUP BY url
ORDER BY lcp_ms DESC
LIMIT 50;
