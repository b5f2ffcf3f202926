import { expect } from 'chai'
import type { Consumer } from '#shared/consumer/consumer.ts'
import { unavailable } from '#shared/errors.ts'
import { batchesTopics } from '#shared/messages/consumer-groups.ts'
import { deferredRecord } from '#shared/messages/events/deferred.ts'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import { requestRecord } from '#shared/messages/events/inspection-requested.ts'
import { outcomeRecord, resultOutcome } from '#shared/messages/events/outcome.ts'
import { restingRecord } from '#shared/messages/payloads/host-resting.ts'
import { factsRecord } from '#shared/messages/payloads/item-facts.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { LogRecord, NewRecord } from '#shared/ports/event-log.ts'
import { checkDuplicate } from '#shared/stage/middleware/deduplicate.ts'
import {
  claimItemOutcome,
  type ItemPlace,
  placeOfItem,
  readItemLine,
  readItemOutcome,
} from '#shared/store/batch-items.ts'
import { claimRecord } from '#shared/store/inspection-record.ts'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import { type ResultConsumerOptions, startResultConsumer } from '#stages/batch/event-log/result-consumer.ts'
import { eventually } from '#test/contract/eventually.ts'
import {
  batchNamed,
  crawlRules,
  idOf,
  linesOf,
  page,
  startBatch,
} from '#test/contract/frontier/batch-scene.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { openStoreFixture, type StoreFixture } from '../store-fixture.ts'

const inspection = (id: string, url: string, lane: Lane = 'batch'): Inspection => ({
  id,
  operation: 'metadata',
  lane,
  parameters: { url },
  url,
  expiresAt: null,
  traceparent: null,
  timing: '',
})

const ended = (id: string, url: string, lane: Lane = 'batch') => {
  const one = inspection(id, url, lane)
  return outcomeRecord(one, resultOutcome(one, '{"title":"x"}'))
}

describe('startResultConsumer', () => {
  let fixture: StoreFixture
  let embedded: Embedded
  let consumer: Consumer
  beforeEach(async () => {
    fixture = await openStoreFixture()
    embedded = await openEmbedded()
  })
  afterEach(async () => {
    await consumer.drain(1000)
    await fixture.end()
    await embedded.close()
  })

  async function start(more: Partial<ResultConsumerOptions> = {}): Promise<void> {
    const readValue = async () => null
    consumer = await startResultConsumer({
      frontier: fixture.frontier,
      log: embedded.log,
      events: embedded.events,
      store: embedded.store,
      lifetimes: { outcomeTtl: 3600, batchResultTtl: 600 },
      logger: silentLog,
      metrics: noMetrics,
      readValue,
      ...more,
    })
  }

  const unfinished = async () => {
    const lags = await embedded.log.lag('batch.batch', batchesTopics)
    return lags.reduce((sum, { records }) => sum + records, 0)
  }

  it('completes items by the log, and ignores records of others', async () => {
    const urls = Array.from({ length: 300 }, (_, n) => `http://h${n}.example/`)
    await startBatch(fixture, 'a', urls)
    while ((await fixture.frontier.dispatch(100)).dispatches.length > 0);
    await start()
    await embedded.log.append([
      ended('a.1', 'http://h0.example/', 'interactive'),
      ...urls.map((url, index) => ended(`a.${index + 1}`, url)),
      ended('outside', 'http://outside.example/'),
      { topic: 'result.metadata', key: null, value: 'no event', headers: { ce_lane: 'batch' } },
    ])
    await eventually(async () => (await fixture.frontier.status('a'))?.state === 'finished')
    expect((await linesOf(fixture, 'a')).map(({ url }) => url)).to.have.members(urls)
    await eventually(async () => (await unfinished()) === 0)
  })

  /** A request as a stage defers it. */
  function laidBy(id: string, offset: number) {
    const url = 'http://x.example/'
    const request = { ...inspection(id, url), operation: 'metadata', parameters: { url } } as const
    const { key, value, headers } = requestRecord(request)
    const bytes = Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)])
    const record = { topic: 'inspection.requested.batch', partition: 0, offset, key, value, timestamp: 0 }
    return deferredRecord({ ...record, headers: Object.fromEntries(bytes) } as LogRecord)
  }

  const admitted = (id: string, position: string) =>
    checkDuplicate(embedded.store, { inspection: inspection(id, ''), position, lease: 1 })

  it('stores deferred requests', async () => {
    await start()
    await embedded.log.append([laidBy('r1', 5)])
    await eventually(async () => (await fixture.frontier.dispatch(1)).dispatches.map(idOf).join() === 'r1')
  })

  it('sends a deferred request that claims to be an item of a batch to the dead letters', async () => {
    const dead = await embedded.watch('dead-letter')
    await start()
    const id = '6f0a1f9e-5c80-4b44-8a0b-0123456789ab.1'
    await embedded.log.append([laidBy(id, 5)])
    await eventually(() => dead.length === 1)
    expect(dead[0]?.headers.ce_id?.toString()).to.equal(id)
    expect((await fixture.frontier.dispatch(1)).dispatches).to.deep.equal([])
  })

  it('ignores a deferred duplicate of a request: nothing would complete it', async () => {
    await start()
    const first = 'inspection.requested.batch/0/1'
    await admitted('r1', first)
    await embedded.log.append([laidBy('r1', 7), laidBy('r2', 8), laidBy('r2', 8)])
    await eventually(async () => (await unfinished()) === 0)
    expect((await fixture.frontier.dispatch(10)).dispatches.map(idOf)).to.deep.equal(['r2'])
    expect(await admitted('r2', 'inspection.requested.batch/0/8')).to.equal('work')
  })

  it('accepts the other completions of a group with an invalid one', async () => {
    fixture = await fixture.reopen({
      discover: (_, { seq }) => {
        if (seq === 2) throw new TypeError('a mistake')
        return { items: [], done: [] }
      },
    })
    const urls = [1, 2, 3, 4].map((n) => `http://h${n}.example/`)
    await startBatch(fixture, 'a', urls, { crawl: crawlRules })
    await fixture.frontier.dispatch(10)
    await start()
    await embedded.log.append(urls.map((url, index) => ended(`a.${index + 1}`, url)))
    await eventually(async () => (await fixture.frontier.status('a'))?.counts.done === 3)
    expect(await linesOf(fixture, 'a')).to.have.length(3)
  })

  it('completes a dead letter as a failure, whatever arrived before', async () => {
    const urls = ['http://x.example/', 'http://y.example/', 'http://z.example/']
    await startBatch(fixture, 'a', urls)
    await fixture.frontier.dispatch(10)
    await start()
    const requested = (id: string, url: string) => {
      const request = { ...inspection(id, url), operation: 'metadata', parameters: { url } } as const
      return requestRecord(request)
    }
    const deadLettered = ({ topic, key, value, headers }: NewRecord, from = topic) => ({
      ...{ topic: 'dead-letter', key, value },
      headers: { ...headers, pp_reason: 'no answer', pp_topic: from, pp_partition: '0', pp_offset: '7' },
    })
    const fetched = { ...requested('a.2', urls[1] as string) }
    await embedded.log.append([
      deadLettered(requested('a.1', urls[0] as string)),
      deadLettered(
        { ...fetched, headers: { ...fetched.headers, ce_id: 'a.2:fetched' } },
        'page.fetched.batch',
      ),
      deadLettered(requested('a.3', urls[2] as string), 'inspection.requested.interactive'),
      { topic: 'dead-letter', key: null, value: null, headers: { pp_topic: 'inspection.requested.batch' } },
    ])
    await eventually(async () => (await fixture.frontier.status('a'))?.counts.failed === 2)
    await eventually(async () => (await unfinished()) === 0)
    await embedded.log.append([ended('a.1', urls[0] as string), ended('a.3', urls[2] as string)])
    await eventually(async () => (await fixture.frontier.status('a'))?.state === 'finished')
    const lines = (await linesOf(fixture, 'a')).toSorted((one, other) => one.id.localeCompare(other.id))
    expect(lines.map(({ id, url, code, status }) => [id, url, code, status])).to.deep.equal([
      ['a.1', urls[0], 'INTERNAL_ERROR', 500],
      ['a.2', urls[1], 'INTERNAL_ERROR', 500],
      ['a.3', urls[2], undefined, undefined],
    ])
    expect(lines[0]).to.deep.include({
      ...{ operation: 'metadata', parameters: { url: urls[0], fields: 'basic' }, stage: 'batch' },
    })
  })

  it('releases a dead-lettered request of an external producer, so that others of its host follow', async () => {
    await start()
    await embedded.log.append([laidBy('r1', 1), laidBy('r2', 2), laidBy('r3', 3)])
    await eventually(async () => (await fixture.frontier.dispatch(10)).dispatches.length === 2)
    const { topic: _, ...record } = laidBy('r1', 1)
    const headers = { ...record.headers, pp_topic: 'inspection.requested.batch' }
    await embedded.log.append([{ ...record, topic: 'dead-letter', headers }])
    await eventually(async () => (await fixture.frontier.dispatch(10)).dispatches.map(idOf).join() === 'r3')
  })

  it('commits no record that the frontier could not store, and stores it later', async () => {
    await startBatch(fixture, 'a', ['http://x.example/'])
    await fixture.frontier.dispatch(1)
    let isFull = true
    let tries = 0
    await start({
      frontier: {
        ...fixture.frontier,
        async complete(completions) {
          tries += 1
          if (isFull) throw unavailable('disk')
          return fixture.frontier.complete(completions)
        },
      },
    })
    await embedded.log.append([ended('a.1', 'http://x.example/')])
    await eventually(() => tries > 0)
    expect(await unfinished()).to.equal(1)
    isFull = false
    await eventually(async () => (await fixture.frontier.status('a'))?.state === 'finished')
    await eventually(async () => (await unfinished()) === 0)
  })

  describe('with the store', () => {
    const id = '01890a5d-ac96-774b-bcce-b302099a8057'
    const url = 'http://x.example/'
    const place = placeOfItem(`${id}.1`) as ItemPlace
    const one = inspection(`${id}.1`, url)
    const claim = (json: string) => claimItemOutcome(embedded.store, place, resultOutcome(one, json), 60)
    const hasEnded = () => embedded.store.hasEndedIn(place.group, place.member)
    beforeEach(async () => {
      await startBatch(fixture, id, [url])
      await fixture.frontier.dispatch(1)
      await claimRecord(embedded.store, `${id}.1`, { position: '0/1' })
      await claim('{"title":"x"}')
    })

    it('removes what it has of an item once the frontier has its end, and notes the line', async () => {
      let isFull = true
      const complete: ResultConsumerOptions['frontier']['complete'] = async (completions) => {
        if (isFull) throw unavailable('disk')
        return fixture.frontier.complete(completions)
      }
      await start({ frontier: { ...fixture.frontier, complete } })
      await embedded.log.append([ended(`${id}.1`, url)])
      expect(await hasEnded()).to.equal(false)
      expect(await readItemOutcome(embedded.store, `${id}.1`, place)).to.not.equal(null)
      isFull = false
      await eventually(hasEnded)
      expect(await readItemOutcome(embedded.store, `${id}.1`, place)).to.equal(null)
      expect(await claim('{"title":"another"}')).to.equal(null)
      expect(await readItemLine(embedded.store, place)).to.equal(1)
    })

    it('removes it also when the process ended between the two', async () => {
      await fixture.frontier.complete([{ id: `${id}.1`, url, outcome: resultOutcome(one, '{}') }])
      await start()
      await embedded.log.append([ended(`${id}.1`, url)])
      await eventually(hasEnded)
      expect(await claim('{"title":"another"}')).to.equal(null)
    })

    it('removes it of items of a batch that was cancelled', async () => {
      await fixture.frontier.setState(id, 'cancelled')
      await start()
      await embedded.log.append([ended(`${id}.1`, url)])
      await eventually(hasEnded)
      expect(await readItemOutcome(embedded.store, `${id}.1`, place)).to.equal(null)
    })

    it('keeps it while a host rests', async () => {
      await start()
      const until = Date.now() + 60_000
      await embedded.log.append([restingRecord({ id: `${id}.1`, url }, until)])
      await eventually(async () => (await unfinished()) === 0)
      expect(await hasEnded()).to.equal(false)
    })

    it('repeats a record until the store answers', async () => {
      let isAway = true
      const endIn: ResultConsumerOptions['store']['endIn'] = (...ends) =>
        isAway ? Promise.reject(unavailable('store')) : embedded.store.endIn(...ends)
      await start({ store: { ...embedded.store, endIn } })
      await embedded.log.append([ended(`${id}.1`, url)])
      await eventually(async () => (await fixture.frontier.status(id))?.state === 'finished')
      expect(await unfinished()).to.equal(1)
      isAway = false
      await eventually(hasEnded)
      await eventually(async () => (await unfinished()) === 0)
      expect(await readItemLine(embedded.store, place)).to.equal(1)
    })
  })

  it('completes items with the facts at the places that their outcomes name', async () => {
    const [x, y] = ['http://x.example/', 'http://y.example/']
    await startBatch(fixture, 'a', [x, y])
    await fixture.frontier.dispatch(10)
    const seen: unknown[] = []
    const complete: ResultConsumerOptions['frontier']['complete'] = async (completions) => {
      seen.push(...completions.map(({ id, siteFacts }) => [id, siteFacts]))
      return fixture.frontier.complete(completions)
    }
    await start({ frontier: { ...fixture.frontier, complete } })
    const places = await embedded.log.append([
      factsRecord({ id: 'a.2', url: y }, 'of y'),
      factsRecord({ id: 'a.1', url: x }, 'of x'),
    ])
    const placed = (id: string, url: string, at: number) => {
      const one = inspection(id, url)
      const { partition = 0, offset = 0 } = places[at] ?? {}
      return outcomeRecord(one, { ...resultOutcome(one, '{}'), factsAt: { partition, offset } })
    }
    await embedded.log.append([placed('a.1', x, 1), placed('a.2', y, 0)])
    await eventually(async () => (await fixture.frontier.status('a'))?.state === 'finished')
    expect(seen).to.have.deep.members([
      ['a.1', 'of x'],
      ['a.2', 'of y'],
    ])
  })

  it('lets the items of a host wait in the frontier while the host rests', async () => {
    const urls = Array.from({ length: 9 }, (_, n) => `http://x.example/${n}`)
    await startBatch(fixture, 'a', urls)
    const first = (await fixture.frontier.dispatch(10)).dispatches.map(idOf)
    await start()
    const rest = restingRecord({ id: 'a.1', url: urls[0] as string }, Date.now() + 3_600_000)
    await embedded.log.append([rest, { ...rest, value: 'no news' }])
    await eventually(async () => (await unfinished()) === 0)
    await embedded.log.append(first.map((id, at) => ended(id, urls[at] as string)))
    await eventually(async () => (await fixture.frontier.status('a'))?.counts.done === first.length)
    expect((await fixture.frontier.dispatch(10)).dispatches).to.deep.equal([])
    const [host] = (await fixture.frontier.status('a', 1))?.hosts ?? []
    expect(host).to.include({ host: 'x.example', waiting: urls.length - first.length, running: 0 })
    expect(Date.parse(host?.restsUntil ?? '')).to.be.above(Date.now())
  })

  it('loads a value from the object store for a crawl only', async () => {
    const read: string[] = []
    const recorded: string[] = []
    fixture = await fixture.reopen({
      discover(_, __, { json }) {
        recorded.push(json)
        return { items: [], done: [] }
      },
    })
    await fixture.frontier.create(batchNamed('crawl', { crawl: crawlRules }))
    await fixture.frontier.add('crawl', [page('http://x.example/')])
    await fixture.frontier.start('crawl', false)
    await startBatch(fixture, 'plain', ['http://y.example/'])
    await fixture.frontier.dispatch(10)
    await start({
      async readValue(dataref) {
        read.push(dataref)
        return '{"result":{}}'
      },
    })
    const large = (id: string, url: string) =>
      outcomeRecord(inspection(id, url), {
        topic: 'result.metadata',
        timing: '',
        json: '',
        dataref: `http://s/${id}`,
      })
    await embedded.log.append([large('crawl.1', 'http://x.example/'), large('plain.1', 'http://y.example/')])
    await eventually(async () => (await fixture.frontier.status('plain'))?.state === 'finished')
    await eventually(async () => (await fixture.frontier.status('crawl'))?.state === 'finished')
    expect([read, recorded]).to.deep.equal([['http://s/crawl.1'], ['{"result":{}}']])
  })
})
