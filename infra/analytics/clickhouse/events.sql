-- Events into ClickHouse: a table that reads Kafka, the table that keeps the events, and the view that fills it.
-- Attributes are in the headers (`ce_*`), the value is JSON. Events whose value travels by reference (`ce_dataref`) have none:
-- the Kafka engine skips them, and `from-file.sql` inserts them.

CREATE TABLE pageprobe_kafka
(
    value String
)
ENGINE = Kafka
SETTINGS
    kafka_broker_list = 'localhost:9092',
    kafka_topic_list = 'result.snapshot,result.metadata,result.performance,result.seo-audit,inspection.failed',
    kafka_group_name = 'clickhouse',
    kafka_format = 'RawBLOB',
    kafka_num_consumers = 1,
    kafka_max_block_size = 65536;

-- A repeated event has the same id: merges keep one of each, and before a merge FINAL counts one of each.
CREATE TABLE pageprobe_events
(
    id String,
    type LowCardinality(String),
    subject String,
    time DateTime64(3, 'UTC'),
    host LowCardinality(String),
    operation LowCardinality(String),
    lane LowCardinality(String),
    dataref String,
    url String,
    code LowCardinality(String),
    data String CODEC(ZSTD(3))
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(time)
ORDER BY (type, host, id);

CREATE MATERIALIZED VIEW pageprobe_kafka_to_events TO pageprobe_events AS
WITH
    _headers.value[indexOf(_headers.name, 'ce_id')] AS ce_id,
    _headers.value[indexOf(_headers.name, 'ce_type')] AS ce_type,
    _headers.value[indexOf(_headers.name, 'ce_subject')] AS ce_subject,
    _headers.value[indexOf(_headers.name, 'ce_time')] AS ce_time,
    _headers.value[indexOf(_headers.name, 'ce_lane')] AS ce_lane,
    _headers.value[indexOf(_headers.name, 'ce_operation')] AS ce_operation,
    _headers.value[indexOf(_headers.name, 'ce_dataref')] AS ce_dataref
SELECT
    ce_id AS id,
    ce_type AS type,
    ce_subject AS subject,
    parseDateTime64BestEffort(ce_time, 3, 'UTC') AS time,
    _key AS host,
    ce_operation AS operation,
    ce_lane AS lane,
    ce_dataref AS dataref,
    JSONExtractString(value, 'url') AS url,
    JSONExtractString(value, 'code') AS code,
    value AS data
FROM pageprobe_kafka;
