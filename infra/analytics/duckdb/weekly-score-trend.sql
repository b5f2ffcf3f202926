-- Scores of each host by week (from Monday on, UTC) and their change since the previous week with scores.
SELECT
  host,
  operation,
  week,
  pages,
  score,
  round(score - lag(score) OVER (PARTITION BY host, operation ORDER BY week), 1) AS change
FROM (
  SELECT
    host,
    operation,
    date_trunc('week', ended)::DATE AS week,
    count(DISTINCT url) AS pages,
    round(avg(coalesce(result->>'$.scoring.overall', result->>'$.performance_score.value')::DOUBLE), 1) AS score
  FROM outcomes
  WHERE operation IN ('seo-audit', 'performance') AND code IS NULL
  GROUP BY ALL
)
WHERE score IS NOT NULL
ORDER BY host, operation, week;
