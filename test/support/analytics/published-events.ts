import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freshFolder } from '#infra/services/process.ts'
import { eventually } from '#test/contract/eventually.ts'
import {
  BATCH,
  binaryRequest,
  type ExternalRecord,
  outcomeRecord,
} from '#test/support/external/external-client.ts'
import { freshDatabase } from '#test/support/service/databases.ts'
import { openRealService, type ServiceFixture } from '#test/support/service/service-fixture.ts'
import { workerServices } from '#test/support/service/services.ts'
import { htmlPage, openSite, type TargetSite } from '#test/support/sites/target-site.ts'
import { atWorkerEnd } from '#test/support/worker/at-worker-end.ts'
import { madeRecords, repeatsOf } from './made-records.ts'

/** Real events on Kafka, and where the recipes find them. */
export interface PublishedEvents {
  /** Base URL of the service. */
  readonly url: string
  readonly brokers: string
  readonly prefix: string
  /** Lines of `GET /events`. */
  readonly lines: string
  /** The inspection that has a repeat, and a later outcome beside it. */
  readonly repeated: string
  /** The inspection whose result is over 256 KiB. */
  readonly large: string
  /** All records of the topics of outcomes, read from Kafka. */
  readonly records: readonly ExternalRecord[]
  /** Distinct inspections by host, operation and code, counted by hand: `host,operation,code,count`, sorted. */
  readonly counts: readonly string[]
}

const services = workerServices()
let published: Promise<PublishedEvents> | null = null

/** The events that all suites of this worker read; the suite is skipped, with the reason, where there are no services. */
export function publishedEvents(): () => PublishedEvents {
  let events: PublishedEvents | null = null
  services.forSuite()
  before('publish events', async function () {
    this.timeout(120_000)
    published ??= publish()
    events = await published
  })
  return () => events as PublishedEvents
}

/** A busy machine ends no work. */
const PATIENT = { ANSWER_TIMEOUT_MS: '60000', FETCH_TIMEOUT_MS: '60000' }

async function publish(): Promise<PublishedEvents> {
  const prefix = `test-${randomUUID()}.`
  const apart = { KAFKA_TOPIC_PREFIX: prefix, S3_BUCKET: `test-${randomUUID()}` }
  const POSTGRES_URL = await freshDatabase(services.env.POSTGRES_URL ?? '')
  const fixture = await openRealService({ ...PATIENT, ...services.env, ...apart, POSTGRES_URL })
  atWorkerEnd(fixture.close)
  const site = await openSite({ hosts: 2, routes })
  atWorkerEnd(site.close)
  const { repeated, large } = await inspect(fixture, site)
  const lines = join(await freshFolder('published'), 'events.ndjson')
  await writeFile(lines, await eventLines(fixture))
  const { url, external } = fixture
  await eventually(() => external.records.length >= RECORDS)
  const { KAFKA_BROKERS: brokers = '' } = services.env
  return { url, brokers, prefix, lines, repeated, large, records: external.records, counts: countsOf(site) }
}

/** 14 of the service, two repeats, three made ones. */
const RECORDS = 19

/** 500 links of over 1,000 characters are more than 256 KiB. */
const links = Array.from({ length: 500 }, (_, at) => `<a href="/${at}${'x'.repeat(1000)}">${at}</a>`).join('')
const routes = {
  '/large': (_: unknown, response: Parameters<typeof htmlPage>[0]) => htmlPage(response, '/large', links),
  '/file': (_: unknown, response: Parameters<typeof htmlPage>[0]) =>
    void response.writeHead(200, { 'content-type': 'application/zip' }).end('PK'),
}

/** 13 inspections, besides a call and two that `madeRecords` adds. */
function requests(site: TargetSite): object[] {
  const metadata = (path: string, host: number, more = {}) => ({
    operation: 'metadata',
    parameters: { url: site.url(path, host), fields: 'basic', ...more },
  })
  const audit = (path: string, host: number) => ({
    operation: 'seo-audit',
    parameters: { url: site.url(path, host), vitals: 'none' },
  })
  const wrong = { operation: 'metadata', parameters: {} }
  return [
    metadata('/0', 0),
    metadata('/large', 0, { fields: 'links', max_links: 500 }),
    ...[metadata('/1', 0), metadata('/2', 0), metadata('/0', 1), metadata('/1', 1), metadata('/file', 1)],
    ...[wrong, wrong, { operation: 'none', parameters: {} }, audit('/a', 0), audit('/b', 0), audit('/a', 1)],
  ]
}

/** One call and the two made inspections are among the metadata of the first host. */
function countsOf(site: TargetSite): string[] {
  const [first, second] = [0, 1].map((host) => new URL(site.url('/', host)).hostname)
  return [
    ',,VALIDATION_ERROR,1',
    ',metadata,VALIDATION_ERROR,2',
    `${first},metadata,,7`,
    `${first},seo-audit,,2`,
    `${second},metadata,,2`,
    `${second},metadata,UNSUPPORTED_CONTENT,1`,
    `${second},seo-audit,,1`,
  ]
}

async function inspect(fixture: ServiceFixture, site: TargetSite) {
  const { external, url } = fixture
  await call(fixture, site.url('/called'))
  const asked = requests(site).map((data) => ({ id: randomUUID(), data }))
  await external.produce(
    BATCH,
    asked.map(({ id, data }) => binaryRequest(id, data)),
  )
  const records = await Promise.all(asked.map(({ id }) => outcomeRecord(external, id)))
  const [repeated, large] = records as [(typeof records)[0], (typeof records)[0]]
  const dataref = `${url}/bodies/${'0'.repeat(64)}.json`
  for (const { topic, ...record } of [...repeatsOf(repeated), ...madeRecords(site.url('/made'), dataref)])
    await external.produce(topic, [record])
  return { repeated: String(repeated.headers.ce_subject), large: String(large.headers.ce_subject) }
}

/** An inspection of an owner's. A gateway refuses calls until it knows that a stage has room. */
async function call({ url, key }: ServiceFixture, page: string): Promise<void> {
  const address = `${url}/metadata?fields=basic&url=${encodeURIComponent(page)}`
  await eventually(async () => (await fetch(address, { headers: { 'x-api-key': key } })).ok)
}

/** All events until now, as a user reads them. */
async function eventLines({ url, key }: ServiceFixture): Promise<string> {
  const answer = await fetch(`${url}/events?topics=result.*,inspection.failed&follow=false`, {
    headers: { 'x-api-key': key },
  })
  return answer.text()
}
