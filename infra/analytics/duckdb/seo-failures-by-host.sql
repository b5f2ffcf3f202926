-- The ten rules that cost a host the most points, with the number of its pages that fail them.
SELECT host, rule, pages, points
FROM (
  SELECT
    host,
    deduction->>'rule_id' AS rule,
    count(DISTINCT url) AS pages,
    round(sum((deduction->>'points')::DOUBLE), 1) AS points
  FROM (
    SELECT host, url, unnest((result->'$.scoring.deductions')::JSON[]) AS deduction
    FROM outcomes
    WHERE operation = 'seo-audit'
  )
  GROUP BY ALL
)
QUALIFY row_number() OVER (PARTITION BY host ORDER BY points DESC, pages DESC, rule) <= 10
ORDER BY host, points DESC, pages DESC, rule;
