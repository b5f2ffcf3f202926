import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import { fromRecord } from '#shared/messages/events/cloud-event.ts'
import { parseRequest } from '#shared/messages/events/inspection-requested.ts'
import { verifiedLease } from '#shared/messages/events/seal.ts'
import type { EventLog, LogRecord, NewRecord } from '#shared/ports/event-log.ts'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import { startDispatcher } from '#stages/batch/event-log/dispatcher.ts'
import { startResultConsumer } from '#stages/batch/event-log/result-consumer.ts'
import { DISPATCHABLE, makeNotifier, type Notifier } from '#stages/batch/notifier.ts'
import { eventually } from '#test/contract/eventually.ts'
import { batchNamed, page, startBatch } from '#test/contract/frontier/batch-scene.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { openStoreFixture, type StoreFixture } from '../store-fixture.ts'

const LIFETIMES = { outcomeTtl: 3600, batchResultTtl: 600 }

describe('startDispatcher', () => {
  let fixture: StoreFixture
  let embedded: Embedded
  let notifier: Notifier
  let stop: () => Promise<void>
  let seen: readonly LogRecord[]
  beforeEach(async () => {
    notifier = makeNotifier()
    fixture = await openStoreFixture({ notifier })
    embedded = await openEmbedded()
    seen = await embedded.watch('inspection.requested.batch', 'inspection.failed')
  })
  afterEach(async () => {
    await stop()
    await fixture.end()
    await embedded.close()
  })

  function start(log: Pick<EventLog, 'append'> = embedded.log): void {
    stop = startDispatcher({
      frontier: fixture.frontier,
      log,
      ...{ store: embedded.store, lifetimes: LIFETIMES },
      logger: silentLog,
      metrics: noMetrics,
      secret: () => 'of the seal',
      changes: notifier.subscribe(DISPATCHABLE),
    })
  }

  const ids = () => seen.map((record) => record.headers.ce_id?.toString())

  it('dispatches items as requests of the batch lane as soon as their batch starts', async () => {
    start()
    const url = 'http://x.example/'
    await fixture.frontier.create(batchNamed('a'))
    const parameters = { url, fields: 'basic', device: 'desktop', max_images: 25, max_links: 100 }
    await fixture.frontier.add('a', [page(url, { parameters })])
    await fixture.frontier.start('a', false)
    await eventually(() => seen.length === 1)
    const decoded = fromRecord(seen[0] as LogRecord)
    if ('reason' in decoded) throw new Error(decoded.reason)
    const request = parseRequest(decoded.event, 'batch')
    expect(request).to.include({ id: 'a.1', operation: 'metadata', lane: 'batch', url, expiresAt: null })
    expect(request.parameters).to.deep.equal(parameters)
    expect(seen[0]?.key?.toString()).to.equal('x.example')
  })

  it('records a taking as appended after its records are in the log, and not before', async () => {
    const order: string[] = []
    const append: EventLog['append'] = async (records) => {
      const places = await embedded.log.append(records)
      order.push(`${records.length} in the log`)
      return places
    }
    const { frontier } = fixture
    stop = startDispatcher({
      frontier: {
        ...frontier,
        dispatch: async (limit) => {
          const { dispatches } = await frontier.dispatch(limit)
          return { taking: dispatches.length === 0 ? null : 'the taking', dispatches }
        },
        appended: async (taking) => void order.push(`${taking} appended`),
      },
      log: { append },
      ...{ store: embedded.store, lifetimes: LIFETIMES },
      logger: silentLog,
      metrics: noMetrics,
      secret: () => 'of the seal',
      changes: notifier.subscribe(DISPATCHABLE),
    })
    await startBatch(fixture, 'a', ['http://x.example/', 'http://y.example/'])
    await eventually(() => order.length === 2)
    expect(order).to.deep.equal(['2 in the log', 'the taking appended'])
  })

  it('dispatches items in flight again, with the same ids, before any others', async () => {
    await startBatch(fixture, 'a', ['http://x.example/1', 'http://y.example/1', 'http://z.example/1'])
    await fixture.frontier.dispatch(2)
    start()
    await eventually(() => seen.length === 3)
    expect(ids()).to.deep.equal(['a.1', 'a.2', 'a.3'])
  })

  it('writes the lease number, also of deferred requests; an expired lease is followed by the next one', async () => {
    await fixture.end()
    fixture = await openStoreFixture({ notifier, leaseMs: 50 })
    await startBatch(fixture, 'a', ['http://x.example/'])
    await fixture.frontier.defer([
      {
        ...{ topic: 'inspection.deferred', partition: 0, offset: 0, key: null, timestamp: 0 },
        value: Buffer.from('{"operation":"metadata","parameters":{"url":"http://y.example/"}}'),
        headers: {
          ce_specversion: Buffer.from('1.0'),
          ce_id: Buffer.from('f'),
          ce_source: Buffer.from('/x'),
        },
      },
    ])
    start()
    await eventually(() => seen.length >= 4)
    for (const id of ['a.1', 'f']) {
      const leases = seen.filter(({ headers }) => String(headers.ce_id) === id)
      const numbers = leases.map((one) => verifiedLease(one, id, 'of the seal'))
      expect(numbers.slice(0, 2)).to.deep.equal([1, 2])
      expect(verifiedLease(leases[0] as LogRecord, 'another', 'of the seal')).to.equal(null)
    }
  })

  it('waits for an unavailable log, and forgets nothing', async () => {
    let isAway = true
    let tries = 0
    const append = async (records: readonly NewRecord[]) => {
      tries += 1
      if (isAway) throw unavailable('log')
      return embedded.log.append(records)
    }
    start({ append })
    await startBatch(fixture, 'a', ['http://x.example/', 'http://y.example/'])
    await eventually(() => tries > 1)
    isAway = false
    await eventually(() => seen.length === 2)
    expect(ids()).to.deep.equal(['a.1', 'a.2'])
  })

  it('dispatches nothing else until the items in flight are in the log', async () => {
    await startBatch(fixture, 'a', ['http://x.example/1', 'http://y.example/1', 'http://z.example/1'])
    await fixture.frontier.dispatch(2)
    let tries = 0
    start({
      async append(records) {
        tries += 1
        if (tries === 1) throw unavailable('log')
        return embedded.log.append(records)
      },
    })
    await eventually(() => seen.length === 3)
    expect(ids()).to.deep.equal(['a.1', 'a.2', 'a.3'])
  })

  it('stops while the log is unavailable', async () => {
    start({ append: () => Promise.reject(unavailable('log')) })
    await startBatch(fixture, 'a', ['http://x.example/'])
    await stop()
  })

  it('fails an item that the log cannot accept at all, and continues with the others', async () => {
    start()
    const large = page('http://x.example/', {
      parameters: { url: 'http://x.example/', selector: 'x'.repeat(1_100_000) },
    })
    await fixture.frontier.create(batchNamed('a'))
    await fixture.frontier.add('a', [large, page('http://y.example/')])
    await fixture.frontier.start('a', false)
    await eventually(() => seen.length === 2)
    const failed = seen.find(({ topic }) => topic === 'inspection.failed')
    expect(JSON.parse(String(failed?.value))).to.include({
      code: 'VALIDATION_ERROR',
      url: 'http://x.example/',
    })
    expect(failed?.headers.ce_subject?.toString()).to.equal('a.1')
    const ingest = await startResultConsumer({
      frontier: fixture.frontier,
      log: embedded.log,
      events: embedded.events,
      ...{ store: embedded.store, lifetimes: LIFETIMES },
      logger: silentLog,
      metrics: noMetrics,
      readValue: async () => null,
    })
    await eventually(async () => (await fixture.frontier.status('a'))?.counts.failed === 1)
    await ingest.drain(1000)
  })

  it('does not take an outage for a request that the log cannot accept', async () => {
    let singles = 0
    start({
      async append(records) {
        if (records.length > 1) throw new RangeError('one of them is too large')
        singles += 1
        if (singles === 1) throw unavailable('log')
        return embedded.log.append(records)
      },
    })
    await startBatch(fixture, 'a', ['http://x.example/', 'http://y.example/'])
    await eventually(() => new Set(ids()).size === 2)
    expect(new Set(seen.map(({ topic }) => topic))).to.deep.equal(new Set(['inspection.requested.batch']))
  })

  it('fails a deferred request that is too large, and continues with the others', async () => {
    const laidBy = (id: string, value: string) =>
      ({
        topic: 'inspection.deferred',
        partition: 0,
        offset: Number(id),
        key: null,
        value: Buffer.from(value),
        headers: { ce_specversion: Buffer.from('1.0'), ce_id: Buffer.from(id), ce_source: Buffer.from('/x') },
        timestamp: 0,
      }) satisfies LogRecord
    const asking = (url: string) => JSON.stringify({ operation: 'metadata', parameters: { url } })
    await fixture.frontier.defer([
      laidBy('1', asking(`http://x.example/${'x'.repeat(1_100_000)}`)),
      laidBy('2', asking('http://y.example/')),
    ])
    start()
    await eventually(() => seen.length === 2)
    const failed = seen.find(({ topic }) => topic === 'inspection.failed')
    expect(failed?.headers.ce_subject?.toString()).to.equal('1')
    const { code, operation, url } = JSON.parse(String(failed?.value))
    expect([code, operation, url.length]).to.deep.equal(['VALIDATION_ERROR', 'metadata', 2048])
    expect(
      seen.find(({ topic }) => topic === 'inspection.requested.batch')?.headers.ce_id?.toString(),
    ).to.equal('2')
  })
})
