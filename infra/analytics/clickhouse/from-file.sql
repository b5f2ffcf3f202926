-- What `consume.py` wrote into the table that keeps the events: those, too, whose value travelled by reference, which the
-- Kafka engine passes over. An event that is there already counts once all the same.
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
