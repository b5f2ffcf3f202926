import type { PartitionCounts } from '#shared/messages/topic-kinds.ts'
import { topicSpecs } from '#shared/messages/topic-specs.ts'
import { DEAD_LETTER, FAILED, resultTopic, SITE_REPORT, workTopic } from '#shared/messages/topics.ts'
import { type AvailableOperation, parameterSchemas } from '#shared/operations/parameters.ts'
import about from '../../../package.json' with { type: 'json' }
import { messageOf } from './messages.ts'

const REQUESTS = workTopic('inspection.requested', 'batch')
const BINDING_VERSION = '0.5.0'

/** The settings that the topics are created with. */
export interface TopicsAbout {
  /** Prefix of the name of each topic. */
  readonly topicPrefix: string
  /** How long results, failures and dead letters stay in the log, in milliseconds. */
  readonly eventMs: number
  readonly partitions: PartitionCounts
  /** Null = the default of the brokers. */
  readonly replication: number | null
}

interface Channel {
  readonly topic: string
  readonly action: 'receive' | 'send'
  readonly summary: string
  readonly description: string
}

/** The public topics (infra/docs/consumers.md#topics). */
function channels(): Channel[] {
  const results = (Object.keys(parameterSchemas) as AvailableOperation[]).map((operation): Channel => {
    return {
      topic: resultTopic(operation),
      action: 'send',
      summary: `Results of ${operation}.`,
      description: `What the synchronous call of ${operation} would return, for each inspection that succeeded, whoever asked for it.`,
    }
  })
  return [
    {
      topic: REQUESTS,
      action: 'receive',
      summary: 'Requests of anyone.',
      description: `Each event asks for one inspection; its ce_id becomes the inspection's, and the same id twice of one ce_source is one inspection: the first wins. They are worked on when there is room, politely towards each host, after whatever interactive callers wait for. A request with an id that is wrong otherwise ends on ${FAILED}; one without lands on ${DEAD_LETTER}.`,
    },
    ...results,
    {
      topic: FAILED,
      action: 'send',
      summary: 'Inspections that ended without a result.',
      description:
        'With the code and HTTP status that the synchronous call would return, and the stage that gave up.',
    },
    {
      topic: SITE_REPORT,
      action: 'send',
      summary: 'Reports on crawled sites that are complete.',
      description:
        'The figures of the report and where it is, once for each crawl that ended. It ends no inspection: its subject is the id of the batch.',
    },
    {
      topic: DEAD_LETTER,
      action: 'send',
      summary: 'What is no CloudEvent, or has no id.',
      description:
        'Key, value and headers untouched; the added headers say why it lies here and where it came from. To be read by whoever fed it.',
    },
  ]
}

/** The id of a channel and of its message: `result.seo-audit` becomes `resultSeoAudit`. */
function idOf(topic: string): string {
  return topic.replace(/[.-](\w)/g, (_, letter: string) => letter.toUpperCase())
}

function channelOf({ topic, summary, description }: Channel, topics: TopicsAbout): object {
  const id = idOf(topic)
  const address = topics.topicPrefix + topic
  const spec = topicSpecs(topics.eventMs, topics.partitions).find((one) => one.topic === topic)
  if (spec === undefined) throw new Error(`the topic ${topic} has no specification`)
  const { retentionMs, maxRecordBytes, partitions } = spec
  return {
    address,
    title: topic,
    summary,
    description: `${description} Kept for ${formatRetention(retentionMs)}; a record has at most ${maxRecordBytes} bytes.`,
    servers: [{ $ref: '#/servers/kafka' }],
    messages: { [id]: { $ref: `#/components/messages/${id}` } },
    bindings: {
      kafka: {
        topic: address,
        partitions,
        ...(topics.replication === null ? {} : { replicas: topics.replication }),
        topicConfiguration: { 'cleanup.policy': ['delete'], 'retention.ms': retentionMs },
        bindingVersion: BINDING_VERSION,
      },
    },
  }
}

function operationOf({ topic, action, summary }: Channel): object {
  const id = idOf(topic)
  const channel = { $ref: `#/channels/${id}` }
  return { action, summary, channel, messages: [{ $ref: `#/channels/${id}/messages/${id}` }] }
}

/** Describes the events as an AsyncAPI 3.0 document. */
export function asyncApiDocument(publicUrl: string, topics: TopicsAbout): object {
  const all = channels()
  const byId = <T>(make: (channel: Channel) => T) =>
    Object.fromEntries(all.map((channel) => [idOf(channel.topic), make(channel)]))
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'PageProbe events',
      version: about.version,
      description: introduction(topics.eventMs, publicUrl),
      license: { name: about.license },
    },
    defaultContentType: 'application/json',
    servers: {
      kafka: {
        host: '{brokers}',
        protocol: 'kafka',
        description: 'The brokers that the setting KAFKA_BROKERS names. Without it the log is a file.',
        variables: { brokers: { default: 'localhost:9092' } },
      },
    },
    channels: byId((channel) => channelOf(channel, topics)),
    operations: byId(operationOf),
    components: { messages: byId(({ topic }) => messageOf(topic, publicUrl)) },
  }
}

/** In descending order. */
const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** A retention time in words; at least a minute, as the settings demand. */
function formatRetention(milliseconds: number): string {
  const [unit, length] = units.find(([, length]) => milliseconds >= length) ?? ['minute', 60_000]
  const count = Number((milliseconds / length).toFixed(2))
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`
}

/** The introduction of the document, in Markdown. */
function introduction(eventMs: number, publicUrl: string): string {
  return `CloudEvents 1.0 in the binary mode of the Kafka binding: attributes in the headers \`ce_*\`, the value is JSON. Requests may
come in structured mode, too. Topics that are not named here may change.

**One end each.** Every request ends in exactly one distinct event on \`result.<operation>\` or \`inspection.failed\`. A request is its
\`ce_source\` and \`ce_id\`, which the end names in \`ce_requestsource\` and \`ce_requestid\`. Its \`ce_subject\` is the id of the inspection: the
\`ce_id\` of the request; where another source has that already, followed by \`~\` and 8 hex digits of the SHA-256 of the \`ce_source\`.
No other event and no header but \`ce_*\` and \`content-type\` needs to be known to make sense of it.

**Order.** The key of a result or failure is the host of the target: those of one host meet in one partition of a topic and are
read in the order in which their inspections ended, which need not be the order of the requests. \`ce_sequence\` is 16 digits that
grow with the ends of a host: order by it, as text or as a number, where events of several topics or partitions were put together.
Nothing is said of the order between hosts.

**De-duplication.** Delivery is at least once. An event that comes again has the same \`ce_id\`, the same value and the same
\`ce_sequence\`: drop it. Most repeats come within minutes, when a stage was killed and its work is done again. Work whose end the
batch part did not learn of is released again after half an hour, then after 1, 2, 4 and every 8 hours, until it has: remember an id for a
day after it was last seen, and for as much longer as the service stood still. Should two records of one \`ce_id\` ever differ, because the
store lost its data or kept a feeder's outcome no longer, the one with the smallest \`ce_sequence\` is the first: keep that.

**Retention.** Results, failures and dead letters stay for ${formatRetention(eventMs)} (EVENT_RETENTION_MS), whether or not they were read.
Topics that the brokers had before the service came keep what is set there.

**Compaction.** None (\`cleanup.policy\` is \`delete\`): each event is a fact of its own, and the key is a host, of which
compaction would keep one event. No value is null, so a table that is made of the events takes none for a deletion.

**Replay.** Reading consumes nothing. A new group with \`auto.offset.reset=earliest\` reads all that is kept; a group that was
set back to a time reads again from there. The events are the same, with the same ids.

**Large values.** A value of more than 256 KiB is not in the record: a small one stands in its place, with operation, parameters and
url (of a failure also stage, code, status and message), \`dataref\` and \`bytes\`. \`dataref\`, also in \`ce_dataref\`, is a URL
below ${publicUrl}/bodies/ where anyone who has the event can read the value, without a key, for BODY_TTL_DAYS, which is never
shorter than the retention of the events.

**Versions.** \`ce_type\` ends in the major version. Within it fields are only ever added: ignore unknown ones.

**Over HTTP** the results and failures of one owner and of feeders are a stream, too: \`GET /events\`, see ${publicUrl}/openapi.json.

Consumers to begin with (Python, DuckDB, ClickHouse, Kafka Connect, Iceberg) are in the folder \`infra/analytics\` of the source.
Where the setting KAFKA_TOPIC_PREFIX is not empty, it stands before the name of each topic, as it does here.`
}
