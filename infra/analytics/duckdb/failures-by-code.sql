-- Failures by code, and their share of all inspections of the operation.
SELECT operation, code, failures, round(100.0 * failures / inspections, 1) AS percent
FROM (
  SELECT *, sum(failures) OVER (PARTITION BY operation) AS inspections
  FROM (SELECT operation, code, count(*) AS failures FROM outcomes GROUP BY operation, code)
)
WHERE code IS NOT NULL
ORDER BY operation, failures DESC, code;
