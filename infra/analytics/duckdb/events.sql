-- Events as /events and consume.py write them, as the view `outcomes`. First run: SET VARIABLE lines = 'events.ndjson'
-- A repeated event has the same id: the first outcome counts, by `sequence`. Events of earlier versions have none and are first.
-- A value that travels by reference (`dataref`) is present only in files of consume.py.
CREATE OR REPLACE VIEW outcomes AS
SELECT
  subject AS id,
  tenant,
  operation,
  data->>'url' AS url,
  coalesce(
    partitionkey, lower(regexp_extract(data->>'url', '^https?://(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)', 1))
  ) AS host,
  "time" AS ended,
  sequence,
  data->'result' AS result,
  CASE WHEN type = 'inspection.failed.v1' THEN coalesce(data->>'code', 'UNKNOWN') END AS code,
  data->>'message' AS message,
  dataref
FROM read_json(
  getvariable('lines'),
  format = 'newline_delimited',
  maximum_object_size = 67108864,
  columns = {
    id: 'VARCHAR', type: 'VARCHAR', subject: 'VARCHAR', "time": 'TIMESTAMP', sequence: 'VARCHAR', partitionkey: 'VARCHAR',
    tenant: 'VARCHAR', operation: 'VARCHAR', dataref: 'VARCHAR', data: 'JSON'
  }
)
WHERE id IS NOT NULL AND (type IS NOT NULL OR error('These lines are no events; results of a batch want batch.sql'))
QUALIFY row_number() OVER (PARTITION BY id ORDER BY sequence NULLS FIRST, "time") = 1;
