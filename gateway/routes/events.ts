import type Router from '@koa/router'
import { Failure } from '#shared/errors.ts'
import { tenantNamed } from '#shared/messages/inspection.ts'
import { readAsked } from '../events/asked.ts'
import type { EventFormat, EventStreams } from '../events/streams.ts'
import { type Authentication, authenticate } from '../http/authenticate.ts'
import type { CallState } from '../http/context.ts'
import { endWithKey } from '../http/reader-key.ts'
import { type ApiKey, ownerOf } from '../keys.ts'

export interface EventsOptions extends Authentication {
  /** Null where the log is no file of ours. */
  readonly events: EventStreams | null
}

const formats: Readonly<Record<string, EventFormat>> = {
  'application/x-ndjson': 'ndjson',
  'text/event-stream': 'sse',
}
const [fallback = ''] = Object.keys(formats)

/** `GET /events`: what ends the inspections of the key's owner, and of feeders, as a stream; embedded only. */
export function eventsRoutes(router: Router<CallState>, options: EventsOptions): void {
  router.get('/events', authenticate(options, 'batch'), async (context) => {
    if (options.events === null) throw atTheBrokers()
    const asked = readAsked(context.querystring, context.get('Last-Event-ID'))
    const type = context.accepts(Object.keys(formats)) || fallback
    const tenant = tenantNamed(ownerOf(context.state.key as ApiKey))
    const stream = await options.events.open(asked, tenant, formats[type as string] as EventFormat)
    const { body, cursor, missed } = stream
    const shown = context.get('X-API-Key')
    const forgetKey = endWithKey(stream.end, async () => (await options.ring.find(shown)) !== null)
    body.once('close', forgetKey)
    context.vary('Accept')
    context.type = type as string
    // Proxies that gather answers would hold events back (nginx, "proxy_buffering").
    context.set('X-Accel-Buffering', 'no')
    context.set('X-Events-Cursor', cursor)
    if (missed.length > 0) context.set('X-Events-Missed', missed.join(', '))
    context.body = body
  })
}

function atTheBrokers(): Failure {
  return new Failure(
    'NOT_FOUND',
    'The events are at the Kafka brokers: subscribe to their topics there, as /asyncapi.json describes',
  )
}
