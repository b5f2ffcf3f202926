import type Router from '@koa/router'
import { tenantIdOf } from '#shared/messages/events/inspection.ts'
import { type ApiKey, ownerOf } from '../../access/api-keys.ts'
import { type AuthOptions, authenticate } from '../../middleware/authenticate.ts'
import type { CallState } from '../../middleware/call-state.ts'
import { closeWhenKeyRevoked } from '../response/key-revalidation.ts'
import { parseEventsQuery } from './query.ts'
import type { EventFormat, EventStreams } from './streams.ts'

export interface EventsOptions extends AuthOptions {
  readonly events: EventStreams
}

const formats: Readonly<Record<string, EventFormat>> = {
  'application/x-ndjson': 'ndjson',
  'text/event-stream': 'sse',
}
const [defaultType = ''] = Object.keys(formats)

/**
 * `GET /events`: a stream of the outcomes of the owner's inspections and of those of external producers.
 * See `infra/docs/consumers.md#event-feed`.
 */
export function eventsRoutes(router: Router<CallState>, options: EventsOptions): void {
  router.get('/events', authenticate(options, 'batch'), async (context) => {
    const query = parseEventsQuery(context.querystring, context.get('Last-Event-ID'))
    const type = context.accepts(Object.keys(formats)) || defaultType
    const tenant = tenantIdOf(ownerOf(context.state.key as ApiKey))
    const stream = await options.events.open(query, tenant, formats[type as string] as EventFormat)
    const { body, cursor, missed } = stream
    const presentedKey = context.get('X-API-Key')
    const stopChecking = closeWhenKeyRevoked(
      stream.end,
      async () => (await options.apiKeys.find(presentedKey)) !== null,
    )
    body.once('close', stopChecking)
    context.vary('Accept')
    context.type = type as string
    // Tells reverse proxies not to buffer the stream (nginx, `proxy_buffering`).
    context.set('X-Accel-Buffering', 'no')
    context.set('X-Events-Cursor', cursor)
    if (missed.length > 0) context.set('X-Events-Missed', missed.join(', '))
    context.body = body
  })
}
