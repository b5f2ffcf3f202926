import type { RecordedEvent } from '#gateway/documents/examples.ts'
import { SITE_REPORT } from '#shared/messages/topics.ts'
import {
  BATCH,
  binaryRequest,
  type ExternalClient,
  type ExternalRecord,
  type ExternalRequest,
  outcomeRecord,
  recordWhere,
} from '#test/support/external/external-client.ts'
import { SHOP, withoutPort } from './shop.ts'

/** Requests of an external producer, and how their outcomes are recorded. */
const feeds = [
  {
    id: 'feed-1',
    ...about('metadata', '/kettle', { fields: 'basic' }),
    request: 'A request',
    outcome: 'A result',
  },
  {
    id: 'feed-2',
    ...about('metadata', '/manual.pdf', { fields: 'basic' }),
    request: null,
    outcome: 'A target that is no page',
  },
  {
    id: 'feed-3',
    ...about('snapshot', '/kettle', { device: 'tablet' }),
    request: 'A request for a picture',
    outcome: 'A picture',
  },
  {
    id: 'feed-4',
    ...about('performance', '/kettle', { waitUntil: 'load' }),
    request: 'A request to measure a page',
    outcome: 'A measurement',
  },
  {
    id: 'feed-5',
    ...about('seo-audit', '/kettle', { fields: 'scoring', vitals: 'none' }),
    request: 'A request to audit a page',
    outcome: 'An audit',
  },
] as const

function about(operation: string, path: string, parameters: Readonly<Record<string, string>>) {
  return { operation, path, parameters }
}

/** Produces requests and reads their outcomes; the port of the shop is removed. */
export async function recordEvents(external: ExternalClient, shopPort: string): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = []
  for (const { id, operation, path, parameters, request, outcome } of feeds) {
    const url = `${SHOP}:${shopPort}${path}`
    const message = binaryRequest(id, { operation, parameters: { url, ...parameters } })
    await external.produce(BATCH, [message])
    if (request !== null) events.push(shown(id, request, { topic: BATCH, ...message }, shopPort))
    events.push(shown(`${id}-end`, outcome, await outcomeRecord(external, id), shopPort))
  }
  const report = await recordWhere(external, ({ topic }) => topic === SITE_REPORT)
  events.push(shown('site-report', 'A report that is complete', report, shopPort))
  const { headers = {}, ...rest } = binaryRequest('', {})
  const { ce_id: _, ...noId } = headers
  await external.produce(BATCH, [{ ...rest, headers: noId }])
  const dead = await recordWhere(external, ({ topic }) => topic === 'dead-letter')
  events.push(shown('dead', 'A record without id', dead, shopPort))
  return events
}

function shown(
  name: string,
  summary: string,
  record: ExternalRecord | (ExternalRequest & { readonly topic: string }),
  shopPort: string,
): RecordedEvent {
  const value = withoutPort(String(record.value), shopPort)
  const headers = Object.entries(record.headers ?? {}).map(([header, content]) => [header, String(content)])
  return {
    name,
    summary,
    topic: record.topic,
    key: String(record.key ?? ''),
    headers: Object.fromEntries(headers),
    value: JSON.parse(value),
  }
}
