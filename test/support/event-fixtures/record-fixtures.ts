import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventType, FACTS, RESTING, SITE_REPORT } from '#shared/messages/topics.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import { BATCH, binaryRequest } from '#test/support/external/external-client.ts'
import { get, postSnapshot } from '#test/support/service/api-client.ts'
import { API_KEY } from '#test/support/service/service-process.ts'
import { htmlPage, openSite, type Route, type TargetSite } from '#test/support/sites/target-site.ts'
import { type EventFixture, fixtureOf } from './event-fixture.ts'
import { recordService, type ServiceRecording } from './service-recording.ts'

const settings = {
  EGRESS_ALLOW: '127.0.0.0/8:*',
  BATCH_HOST_DELAY_MS: '0',
  PAGEPROBE_API_KEY: API_KEY,
}

/** More requests to one host than a stage holds (100): the rest are deferred. */
const OVERFLOW = 150
/** Those of them whose ids another source has, too. */
const SHARED = [0, 1, 2]

/** Long enough that the page, or what is extracted from it, travels as an object. */
const links = Array.from({ length: 500 }, (_, at) => `<a href="/${at}/${'long-'.repeat(120)}">${at}</a>`)
const prose = `<p>${'Some words that a reader would read. '.repeat(5000)}</p>`

/** Long even when compressed; the same in each recording. */
const digits = (seed: number) => createHash('sha512').update(String(seed)).digest('hex')
const noise = Array.from({ length: 5000 }, (_, at) => `<p>${digits(at)}</p>`).join('')

const page =
  (body: string): Route =>
  (request, response) =>
    htmlPage(response, request.url ?? '', body)

const routes: Record<string, Route> = {
  '/large': page(links.join('')),
  '/long': page(prose),
  '/longer': page(prose.repeat(2)),
  '/noise': page(noise),
  '/moved': (_, response) => void response.writeHead(301, { location: '/small' }).end(),
  '/manual.pdf': (_, response) =>
    void response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF'),
}

export interface Recording {
  readonly fixtures: ReadonlyMap<string, EventFixture>
  readonly objects: ReadonlyMap<string, Buffer>
}

/** Records each kind of record that the service of this checkout writes, by folder and name, with its meaning. */
export async function recordFixtures(): Promise<Recording> {
  const site = await openSite({ hosts: 2, routes, before: () => sleep(50) })
  const service = await recordService(settings)
  try {
    await callAll(service, site)
    await feedAll(service, site)
    return { fixtures: firstOfEach(service), objects: service.stored }
  } finally {
    await service.close()
    await site.close()
  }
}

async function callAll({ url }: ServiceRecording, site: TargetSite): Promise<void> {
  const at = (path: string) => encodeURIComponent(site.url(path))
  for (const path of ['/moved', '/large', '/noise', '/manual.pdf'])
    await get(`${url}/metadata?fields=links&max_links=500&url=${at(path)}`)
  for (const path of ['/small', '/long', '/longer']) await get(`${url}/seo-audit?url=${at(path)}`)
  await postSnapshot(url, { url: site.url('/small') })
  await get(`${url}/performance?waitUntil=load&url=${at('/small')}`, { timeoutMs: 60_000 })
  await fetch(`${url}/batches?operation=metadata`, {
    method: 'POST',
    headers: { 'x-api-key': API_KEY, 'content-type': 'application/x-ndjson' },
    body: site.url('/of-a-batch'),
  })
  await fetch(`${url}/batches`, {
    method: 'POST',
    headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ operation: 'metadata', crawl: { seeds: [site.url('/small')], max_pages: 2 } }),
  })
}

const UNSEALED = '00000000-0000-4000-8000-000000000000.1'

async function feedAll(service: ServiceRecording, site: TargetSite): Promise<void> {
  const feeds = Object.entries({
    'fed-metadata': { operation: 'metadata', parameters: { url: site.url('/fed') } },
    'fed-audit': { operation: 'seo-audit', parameters: { url: site.url('/longer', 1), vitals: 'none' } },
    'fed-snapshot': { operation: 'snapshot', parameters: { url: site.url('/fed') } },
    'fed-performance': { operation: 'performance', parameters: { url: site.url('/fed'), waitUntil: 'load' } },
    'fed-invalid': { operation: 'metadata', parameters: { url: 'ftp://example.com' } },
    [UNSEALED]: { operation: 'metadata', parameters: { url: site.url('/fed') } },
  })
  for (const [id, data] of feeds) await feed(service, id, data)
  for (let at = 0; at < OVERFLOW; at++)
    await feed(service, `flood-${at}`, {
      operation: 'metadata',
      parameters: { url: site.url(`/flood-${at}`) },
    })
  for (const at of SHARED)
    await feed(
      service,
      `flood-${at}`,
      { operation: 'metadata', parameters: { url: site.url(`/other-${at}`) } },
      { source: '/other' },
    )
  const { headers = {}, value } = binaryRequest('none', {})
  const { ce_id: _, ...noId } = headers
  await service.append({ topic: BATCH, key: null, value, headers: noId })
  const ends = [...feeds.map(([id]) => id).filter((id) => id !== UNSEALED), `flood-${OVERFLOW - 1}`]
  while (!ends.every((id) => hasEnded(service, id)) || !hasReport(service) || !haveSharedEnded(service))
    await sleep(100)
}

/** Whether the requests of another source with ids that others have are done. */
function haveSharedEnded({ records }: ServiceRecording): boolean {
  const ended = records.filter(
    ({ topic, headers }) => topic === 'result.metadata' && headers.ce_requestsource === '/other',
  )
  return ended.length >= SHARED.length
}

function hasReport({ records }: ServiceRecording): boolean {
  return records.some(({ topic }) => topic === SITE_REPORT)
}

function hasEnded({ records }: ServiceRecording, id: string): boolean {
  return records.some(({ headers }) => String(headers.ce_id) === `${id}:outcome`)
}

async function feed(
  service: ServiceRecording,
  id: string,
  data: unknown,
  attributes: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { value, headers = {} } = binaryRequest(id, data, attributes)
  await service.append({ topic: BATCH, key: null, value, headers })
}

/** Topics of the batch part alone, whose records are no events. */
const noEvents = [FACTS, RESTING]

function firstOfEach({ records, stored }: ServiceRecording): Map<string, EventFixture> {
  const fixtures = new Map<string, EventFixture>()
  for (const record of records.filter(({ topic }) => !noEvents.includes(topic))) {
    const fixture = fixtureOf(record, stored)
    const name = `${eventType(record.topic)}/${nameOf(record, fixture)}`
    if (!fixtures.has(name)) fixtures.set(name, fixture)
  }
  return fixtures
}

/** Headers that came later than the major version of their events. */
const formNames = { ce_requestid: 'named', ce_sequence: 'numbered', pp_inspection: 'admitted' }

function nameOf({ topic, headers, value }: NewRecord, { objects }: EventFixture): string {
  const operation = /"operation":"([a-z-]+)"/.exec(String(value))?.[1] ?? headers.ce_operation ?? 'none'
  const lane = topic.endsWith('.interactive') || headers.ce_lane === 'interactive' ? 'interactive' : 'batch'
  const outcomes = objects.map((name) => name.split('.').at(-1))
  const owner = 'ce_tenant' in headers ? 'owned' : 'fed'
  const forms = Object.entries(formNames).flatMap(([header, form]) => (header in headers ? [form] : []))
  return [operation, lane, owner, ...new Set(outcomes), ...forms].join('-')
}
