-- Inserts the file of `consume.py` into the table of events, including events whose value travelled by reference, which the
-- Kafka engine skips. An event that is in the table already counts once.
INSERT INTO pageprobe_events (id, type, subject, time, host, operation, lane, dataref, url, code, data)
SELECT
    id,
    type,
    subject,
    parseDateTime64BestEffort(time, 3, 'UTC'),
    partitionkey,
    operation,
    lane,
    dataref,
    JSONExtractString(data, 'url'),
    JSONExtractString(data, 'code'),
    data
FROM file(
    'events.ndjson',
    'JSONEachRow',
    'id String, type String, subject String, time String, partitionkey String, operation String, lane String, dataref String, data String'
)
SETTINGS input_format_skip_unknown_fields = 1, input_format_json_read_objects_as_strings = 1;
