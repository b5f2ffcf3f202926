import { eventTopics } from '#shared/messages/topics.ts'
import { type ErrorCase, plainCase } from '../error-cases.ts'
import { eventsOf } from '../examples.ts'
import { codingHeaders, errorResponses, headers } from './responses.ts'

const OPERATION_ID = 'getEvents'

const errors: readonly ErrorCase[] = [
  plainCase(
    'VALIDATION_ERROR',
    'A parameter is unknown or wrong, or the topics have too many partitions for one cursor.',
  ),
  plainCase('INVALID_API_KEY', 'The key is missing, wrong or revoked.'),
  plainCase('INSUFFICIENT_PERMISSIONS', 'The key lacks the scope `batch`.'),
  plainCase('RATE_LIMIT_EXCEEDED', 'Too many calls without a valid key.'),
  plainCase('INTERNAL_ERROR', 'Something unforeseen.'),
  plainCase('SERVICE_UNAVAILABLE', 'The log cannot be read.'),
]

const description = `The results and failures of the log, for any number of readers at once; nothing is consumed by reading.
Each owner sees the events of its own inspections and those of feeders, nobody else's. Each event is a CloudEvent in its JSON format (\`/asyncapi.json\` describes the types) with the extension attribute \`cursor\`:
\`after=<cursor>\` goes on behind it, with the same topics or others; a topic that was not asked for before begins at its oldest
event. \`X-Events-Cursor\` is the cursor of where the stream begins: what a reader of \`after=end\` goes on from as long as it got
no event. The events of a partition of a topic, such as those of one host, come in the order of the log; partitions and topics among
each other do not. A cursor is opaque, of letters, digits, dots and underscores. An event may come again with the
same \`id\`: drop it.

NDJSON has an event a line. Server-sent events (\`Accept: text/event-stream\`) have the cursor as \`id\`, the type as \`event\` and
the CloudEvent as \`data\`; \`Last-Event-ID\` goes on like \`after\`. When nothing comes, at the start or for 15 seconds, an empty
line or a comment (with the cursor as \`id\`) shows that the stream lives. While the log is unavailable, a stream that follows it has
only such lines. A stream ends when the service does, when its key is revoked, or when its reader is so slow that retention overtakes it.
The key needs the scope \`batch\`.`

const parameters = [
  {
    name: 'topics',
    in: 'query',
    description: 'Comma list of topics; `*` at the end of one stands for whatever follows.',
    schema: { type: 'string', default: '*' },
    example: 'result.*,inspection.failed',
  },
  {
    name: 'after',
    in: 'query',
    description:
      'Cursor of the last event that was read; `end`: only what comes from now on. Else from the oldest.',
    schema: { type: 'string' },
  },
  {
    name: 'follow',
    in: 'query',
    description: 'Whether to wait for what comes; `false`: the stream ends where the log ends now.',
    schema: { type: 'string', enum: ['true', 'false'], default: 'true' },
  },
  {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'Stands for `after`, as an EventSource sends it when it connects again.',
    schema: { type: 'string' },
  },
]

/** A stream of one recorded event in both formats. */
function content(): Readonly<Record<string, object>> {
  const recorded = eventTopics.flatMap(eventsOf)[0]
  if (recorded === undefined) throw new Error('no event has been recorded')
  const named = Object.entries(recorded.headers).filter(([name]) => name.startsWith('ce_'))
  const attributes = Object.fromEntries(named.map(([name, value]) => [name.slice('ce_'.length), value]))
  const cursor = '1.0.1'
  const json = JSON.stringify({ ...attributes, cursor, data: recorded.value })
  const schema = { type: 'string' }
  return {
    'application/x-ndjson': { schema, example: `${json}\n` },
    'text/event-stream': { schema, example: `id: ${cursor}\nevent: ${attributes.type}\ndata: ${json}\n\n` },
  }
}

/** The path `GET /events`. */
export function eventsPath(): object {
  return {
    operationId: OPERATION_ID,
    summary: 'Events, as they come',
    description,
    tags: ['Batches'],
    parameters: [...parameters, { $ref: '#/components/parameters/X-Request-Id' }],
    responses: {
      200: {
        description: 'The stream.',
        headers: headers('X-Events-Cursor', 'X-Events-Missed', ...codingHeaders),
        content: content(),
      },
      ...errorResponses(OPERATION_ID, errors),
    },
  }
}
