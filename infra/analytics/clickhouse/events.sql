-- Outcomes into ClickHouse: a table that reads Kafka, the table that keeps results and failures, and the view between them.
-- Attributes are in the headers (`ce_*`), the value is JSON.

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

-- A row for each inspection, which ended as a result or a failure (`code`). Of several outcomes with one id the row with the
-- lowest `sequence` stays: merges keep it, and before a merge FINAL does. Outcomes of earlier versions have no sequence, 0.
-- The order has the id alone: an outcome of another type or host would stay beside the first one otherwise.
-- Of rows with one sequence, one with the whole value stays rather than one that refers to it.
CREATE TABLE pageprobe_outcomes
(
    id String,
    inspection String,
    type LowCardinality(String),
    time DateTime64(3, 'UTC'),
    host String,
    operation LowCardinality(String),
    lane LowCardinality(String),
    tenant String,
    sequence UInt64,
    dataref String,
    url String,
    code LowCardinality(String),
    score Nullable(Float64),
    data String CODEC(ZSTD(3)),
    precedence UInt64 MATERIALIZED bitNot(2 * sequence + (dataref != '' AND NOT JSONHas(data, 'result')))
)
ENGINE = ReplacingMergeTree(precedence)
PARTITION BY toYYYYMM(time)
ORDER BY id;

CREATE MATERIALIZED VIEW pageprobe_kafka_to_outcomes TO pageprobe_outcomes AS
WITH
    _headers.value[indexOf(_headers.name, 'ce_id')] AS ce_id,
    _headers.value[indexOf(_headers.name, 'ce_subject')] AS ce_subject,
    _headers.value[indexOf(_headers.name, 'ce_type')] AS ce_type,
    _headers.value[indexOf(_headers.name, 'ce_time')] AS ce_time,
    _headers.value[indexOf(_headers.name, 'ce_operation')] AS ce_operation,
    _headers.value[indexOf(_headers.name, 'ce_lane')] AS ce_lane,
    _headers.value[indexOf(_headers.name, 'ce_tenant')] AS ce_tenant,
    _headers.value[indexOf(_headers.name, 'ce_sequence')] AS ce_sequence,
    _headers.value[indexOf(_headers.name, 'ce_dataref')] AS ce_dataref
SELECT
    ce_id AS id,
    ce_subject AS inspection,
    ce_type AS type,
    parseDateTime64BestEffort(ce_time, 3, 'UTC') AS time,
    _key AS host,
    ce_operation AS operation,
    ce_lane AS lane,
    ce_tenant AS tenant,
    toUInt64OrZero(ce_sequence) AS sequence,
    ce_dataref AS dataref,
    JSONExtractString(value, 'url') AS url,
    JSONExtractString(value, 'code') AS code,
    coalesce(
        JSONExtract(value, 'result', 'scoring', 'overall', 'Nullable(Float64)'),
        JSONExtract(value, 'result', 'performance_score', 'value', 'Nullable(Float64)')
    ) AS score,
    value AS data
FROM pageprobe_kafka;
