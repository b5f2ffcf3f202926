-- Inserts the file of `consume.py` into the table of outcomes, with values that travelled by reference. An outcome that is in
-- the table already counts once: the one with the whole value stays.
INSERT INTO pageprobe_outcomes
    (id, inspection, type, time, host, operation, lane, tenant, sequence, dataref, url, code, score, data)
SELECT
    id,
    subject,
    type,
    parseDateTime64BestEffort(time, 3, 'UTC'),
    partitionkey,
    operation,
    lane,
    tenant,
    toUInt64OrZero(sequence),
    dataref,
    JSONExtractString(data, 'url'),
    JSONExtractString(data, 'code'),
    coalesce(
        JSONExtract(data, 'result', 'scoring', 'overall', 'Nullable(Float64)'),
        JSONExtract(data, 'result', 'performance_score', 'value', 'Nullable(Float64)')
    ),
    data
FROM file(
    'events.ndjson',
    'JSONEachRow',
    'id String, type String, subject String, time String, partitionkey String, operation String, lane String, tenant String,
     sequence String, dataref String, data String'
)
SETTINGS input_format_skip_unknown_fields = 1, input_format_json_read_objects_as_strings = 1;
