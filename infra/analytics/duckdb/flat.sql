-- A row for each outcome, with flat columns for what people group by. `result` is JSON.
SELECT
  id,
  tenant,
  host,
  operation,
  url,
  ended,
  ended::DATE AS day,
  sequence,
  code,
  coalesce(result->>'$.scoring.overall', result->>'$.performance_score.value')::DOUBLE AS score,
  message,
  result::VARCHAR AS result,
  dataref
FROM outcomes
ORDER BY host, id;
