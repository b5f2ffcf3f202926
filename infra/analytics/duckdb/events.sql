-- Events as /events and consume.py write them, as the view `outcomes`. First run: SET VARIABLE lines = 'events.ndjson'
-- A repeated event has the same id and counts once.
-- A value that travels by reference (`dataref`) is present only in files of consume.py.
CREATE OR REPLACE VIEW outcomes AS
SELECT
  subject AS id,
  operation,
  data->>'url' AS url,
  lower(regexp_extract(data->>'url', '^https?://(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)', 1)) AS host,
  "time" AS ended,
  data->'result' AS result,
  CASE WHEN type = 'inspection.failed.v1' THEN coalesce(data->>'code', 'UNKNOWN') END AS code,
  data->>'message' AS message
FROM read_json(
  getvariable('lines'),
  format = 'newline_delimited',
  maximum_object_size = 67108864,
  columns = {
    id: 'VARCHAR', type: 'VARCHAR', subject: 'VARCHAR', "time": 'TIMESTAMP', operation: 'VARCHAR', data: 'JSON'
  }
)
WHERE id IS NOT NULL AND (type IS NOT NULL OR error('These lines are no events; results of a batch want batch.sql'))
QUALIFY row_number() OVER (PARTITION BY id ORDER BY "time") = 1;
