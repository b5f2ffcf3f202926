-- The lines of /batches/{id}/results as the view `outcomes`. First run: SET VARIABLE lines = 'results.ndjson'
CREATE OR REPLACE VIEW outcomes AS
SELECT
  id,
  NULL::VARCHAR AS tenant,
  operation,
  url,
  lower(regexp_extract(url, '^https?://(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)', 1)) AS host,
  coalesce(
    result->>'scannedAt', result->>'created_at', result->>'fetched_at'
  )::TIMESTAMP AS ended,
  NULL::VARCHAR AS sequence,
  result,
  code,
  message,
  NULL::VARCHAR AS dataref
FROM read_json(
  getvariable('lines'),
  format = 'newline_delimited',
  maximum_object_size = 67108864,
  columns = {
    n: 'BIGINT', id: 'VARCHAR', operation: 'VARCHAR', url: 'VARCHAR', result: 'JSON', code: 'VARCHAR', message: 'VARCHAR'
  }
)
WHERE id IS NOT NULL AND (n IS NOT NULL OR error('These lines are no results of a batch; events want events.sql'));
