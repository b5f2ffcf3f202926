-- The fifty pages with the slowest largest contentful paint, by their latest measurement.
SELECT
  url,
  result->>'$.environment.device_profile' AS device,
  (result->>'$.core_web_vitals.lcp.value_ms')::DOUBLE AS lcp_ms,
  (result->>'$.core_web_vitals.ttfb.value_ms')::DOUBLE AS ttfb_ms,
  (result->>'$.resources.transfer_kb')::DOUBLE AS transfer_kb,
  (result->>'$.performance_score.value')::DOUBLE AS score
FROM outcomes
WHERE operation = 'performance' AND code IS NULL
QUALIFY row_number() OVER (PARTITION BY url, device ORDER BY ended DESC) = 1
ORDER BY lcp_ms DESC NULLS LAST, url
LIMIT 50;
