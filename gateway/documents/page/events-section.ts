import { escaped } from '../../server/pages/html.ts'
import { copyBox, section, table } from './parts.ts'

/** What the page shows of the AsyncAPI document. */
export interface EventsAbout {
  readonly channels: Readonly<Record<string, { readonly address: string; readonly summary: string }>>
  readonly operations: Readonly<Record<string, { readonly action: string }>>
}

/** The topics, and how to read them. `base` is the URL of the service. */
export function eventsSection({ channels, operations }: EventsAbout, base: string): string {
  const rows = Object.entries(channels).map(([id, { address, summary }]) => [
    `<code>${escaped(address)}</code>`,
    operations[id]?.action === 'receive' ? 'you write' : 'you read',
    escaped(summary),
  ])
  const command = `curl -N -H "X-API-Key: $PAGEPROBE_API_KEY" -H 'Accept: text/event-stream' \\
  "${base}/events?topics=result.*,inspection.failed&after=end"`
  return section(
    'events',
    'Events',
    `<p>Every inspection ends in one event: its result, or why there is none. Over HTTP, <code>GET /events</code> is a stream of the events of your own inspections, as server-sent events or NDJSON:</p>
${copyBox('curl for events', command, base)}
<p><code>Last-Event-ID</code> or <code>after=&lt;cursor&gt;</code> goes on where a reader left off. Where the service runs with Kafka, the same events are on these topics as CloudEvents; requests can be written there, too:</p>
${table('Topics', ['Topic', 'Direction', 'What is on it'], rows)}
<p><a href="./asyncapi.json">asyncapi.json</a> describes every event, <a href="./schemas/">schemas</a> has a JSON schema of each.</p>`,
  )
}
