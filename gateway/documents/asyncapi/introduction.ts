/** In descending order. */
const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** A retention time in words; at least a minute, as the settings demand. */
export function formatRetention(milliseconds: number): string {
  const [unit, length] = units.find(([, length]) => milliseconds >= length) ?? ['minute', 60_000]
  const count = Number((milliseconds / length).toFixed(2))
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`
}

/** The introduction of the document, in Markdown. */
export function introduction(eventMs: number, publicUrl: string): string {
  return `CloudEvents 1.0 in the binary mode of the Kafka binding: attributes in the headers \`ce_*\`, the value is JSON. Requests may
come in structured mode, too. Topics that are not named here may change.

**One end each.** Every request ends in exactly one distinct event on \`result.*\` or \`inspection.failed\`, whose \`ce_subject\`
is the \`ce_id\` of the request. No other event needs to be known to make sense of it.

**Order.** The key is the host of the target: events of one host meet in one partition of a topic and are read in the order in
which their inspections ended, which need not be the order of the requests. Nothing is said of the order between hosts,
partitions or topics.

**De-duplication.** Delivery is at least once. An event that comes again has the same \`ce_id\`: keep the first and drop the
others. Repeats come soon after a stage was killed, when its work is done again: the ids of the last hour are enough, and where the
service stood still meanwhile, those of the hour before it did.

**Retention.** Results, failures and dead letters stay for ${formatRetention(eventMs)} (EVENT_RETENTION_MS), whether or not they were read.
Topics that the brokers had before the service came keep what is set there.

**Compaction.** None (\`cleanup.policy\` is \`delete\`): each event is a fact of its own, and the key is a host, of which
compaction would keep one event. An empty value is no deletion; it lies elsewhere (see below).

**Replay.** Reading consumes nothing. A new group with \`auto.offset.reset=earliest\` reads all that is kept; a group that was
set back to a time reads again from there. The events are the same, with the same ids.

**Large values.** A value of more than 256 KiB is not in the record: it is empty, and \`ce_dataref\` is a URL below
${publicUrl}/bodies/ where anyone who has the event can read it, without a key, for BODY_TTL_DAYS.

**Versions.** \`ce_type\` ends in the major version. Within it fields are only ever added: ignore unknown ones.

**Without Kafka** the same results and failures are a stream of the HTTP interface: \`GET /events\`, see ${publicUrl}/openapi.json.

Consumers to begin with (Python, DuckDB, ClickHouse, Kafka Connect) are in the folder \`infra/analytics\` of the source.
Where the setting KAFKA_TOPIC_PREFIX is not empty, it stands before the name of each topic, as it does here.`
}
