import { expect } from 'chai'
import { makeAnswerCache } from '#gateway/inspections/answer-cache.ts'
import { runProjection } from '#gateway/inspections/projection.ts'
import type { Consumer } from '#shared/consumer/consumer.ts'
import { Failure, unavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import {
  failureOutcome,
  outcomeFromText,
  outcomeRecord,
  resultOutcome,
} from '#shared/messages/events/outcome.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { inspectionRecordFromText } from '#shared/store/inspection-record.ts'
import { ENDED_CHANNEL, inFlightKey, inspectionKey, outcomeKey } from '#shared/store/keys.ts'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { type DrivenClock, driveClock } from '#test/unit/driven-clock.ts'
import { cacheTtl } from '../support/cache-ttl.ts'

const inspection = (id: string, lane: Lane = 'interactive'): Inspection => ({
  id,
  operation: 'metadata',
  lane,
  parameters: {
    url: 'http://shop.example/',
    fields: 'all',
    device: 'desktop',
    max_images: 25,
    max_links: 100,
  },
  url: 'http://shop.example/',
  expiresAt: null,
  traceparent: null,
  timing: '',
})

const resultRecord = (one: Inspection) => outcomeRecord(one, resultOutcome(one, '{"title":"x"}'))

describe('projection', () => {
  let embedded: Embedded
  let consumer: Consumer
  let woken: string[]
  let clock: DrivenClock
  beforeEach(async () => {
    clock = driveClock()
    woken = []
    embedded = await openEmbedded()
    await embedded.store.listen(
      ENDED_CHANNEL,
      (id) => void woken.push(id),
      () => {},
    )
  })
  afterEach(async () => {
    clock.stop()
    await consumer.drain(0)
    await embedded.close()
  })

  async function project(
    records: readonly NewRecord[],
    store: ResultStore = embedded.store,
    logger: Log = silentLog,
  ): Promise<void> {
    const cache = makeAnswerCache(store, embedded.objects, cacheTtl)
    const { log } = embedded
    consumer = await runProjection({
      log,
      store,
      cache,
      logger,
      metrics: noMetrics,
      highWater: 100,
      batchResultTtl: 600,
      outcomeTtl: 604_800,
    })
    await log.append(records)
  }

  /** Lets time pass until the condition holds. */
  async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await condition())) await clock.pass(10)
  }
  const isCommitted = async () => {
    const lags = await embedded.log.lag('projection.interactive', ['result.metadata', 'inspection.failed'])
    return lags.every(({ records }) => records === 0)
  }

  it('stores an outcome before it wakes the callers', async () => {
    const atWake: Promise<string | null>[] = []
    await embedded.store.listen(
      ENDED_CHANNEL,
      (id) => void atWake.push(embedded.store.get(outcomeKey(id))),
      () => {},
    )
    await project([resultRecord(inspection('one'))])
    await until(() => atWake.length > 0)
    expect(outcomeFromText((await atWake[0]) ?? '').json).to.include('"result":{"title":"x"}')
  })

  it('keeps the first of two outcomes', async () => {
    const one = inspection('one')
    const failure = failureOutcome(one, 'fetch', new Failure('TIMEOUT', 'late'))
    await project([resultRecord(one)])
    await until(() => woken.length === 1)
    await embedded.log.append([outcomeRecord(one, failure)])
    await until(() => woken.length === 2)
    const stored = await embedded.store.get(outcomeKey('one'))
    expect(outcomeFromText(stored ?? '').topic).to.equal('result.metadata')
  })

  it('wakes no caller for a batch', async () => {
    await project([resultRecord(inspection('batch', 'batch')), resultRecord(inspection('one'))])
    await until(() => woken.length > 0)
    await until(isCommitted)
    expect(woken).to.deep.equal(['one'])
  })

  it('sends the store no command for batch results, however many there are', async () => {
    const keys = new Set<string>()
    const recorded =
      <Rest extends unknown[], T>(call: (key: string, ...rest: Rest) => T) =>
      (key: string, ...rest: Rest): T => {
        keys.add(key)
        return call(key, ...rest)
      }
    const { get, claim, set } = embedded.store
    const noting = { get: recorded(get), claim: recorded(claim), set: recorded(set) }
    const greedy = Array.from({ length: 3000 }, (_, index) => resultRecord(inspection(`b${index}`, 'batch')))
    await project([...greedy, resultRecord(inspection('one'))], { ...embedded.store, ...noting })
    await until(() => woken.length > 0)
    await until(isCommitted)
    expect(keys).to.include(outcomeKey('one'))
    expect([...keys].filter((key) => key.includes(':b'))).to.deep.equal([])
  })

  it('stores the failures of the batch component, which no stage has stored', async () => {
    const one = inspection('one', 'batch')
    const failed = (stage: string) => failureOutcome(one, stage, new Failure('VALIDATION_ERROR', 'too large'))
    await project([
      outcomeRecord({ ...one, id: 'two' }, failed('fetch')),
      outcomeRecord(one, failed('batch')),
    ])
    await until(isCommitted)
    const [first, record, second] = await embedded.store.getMany([
      outcomeKey('one'),
      inspectionKey('one'),
      outcomeKey('two'),
    ])
    expect(outcomeFromText(first ?? '').topic).to.equal('inspection.failed')
    expect(inspectionRecordFromText(record ?? '')).to.include({ ended: true, owner: null })
    expect(second).to.equal(null)
  })

  describe('of an inspection that a gateway submitted', () => {
    const identity = 'metadata:x'
    const expiresAt = 9_000_000_000_000
    const announce = (id: string) =>
      embedded.store.set(inFlightKey(identity), `${id} ${expiresAt} launched`, 60)

    async function submit(id: string): Promise<void> {
      const record = { owner: 'key', operation: 'metadata', url: 'http://shop.example/', identity, expiresAt }
      await embedded.store.set(inspectionKey(id), JSON.stringify(record), 60)
      await announce(id)
    }

    it('writes the cache and ends the in-flight entry before it wakes the callers', async () => {
      const atWake: Promise<(string | null)[]>[] = []
      const look = () => embedded.store.getMany([`cache:${identity}`, inFlightKey(identity)])
      await embedded.store.listen(
        ENDED_CHANNEL,
        () => void atWake.push(look()),
        () => {},
      )
      await submit('one')
      await project([resultRecord(inspection('one'))])
      await until(() => atWake.length > 0)
      const [cached, inInFlight] = (await atWake[0]) ?? []
      expect([cached?.endsWith('{"title":"x"}'), inInFlight]).to.deep.equal([true, null])
    })

    it('writes the cache before it ends the in-flight entry', async () => {
      const written = Promise.withResolvers<void>()
      const set: ResultStore['set'] = async (key, ...rest) => {
        if (key.startsWith('cache:')) await written.promise
        await embedded.store.set(key, ...rest)
      }
      await submit('one')
      await project([resultRecord(inspection('one'))], { ...embedded.store, set })
      await embedded.log.append([resultRecord(inspection('other'))])
      await until(() => woken.length > 0)
      expect(await embedded.store.get(inFlightKey(identity))).to.match(/^one /)
      expect(woken).to.deep.equal(['other'])
      written.resolve()
      await until(() => woken.length === 2)
      expect(await embedded.store.get(inFlightKey(identity))).to.equal(null)
    })

    it('ends the in-flight entry of a failure and does not cache it', async () => {
      await submit('one')
      const failure = failureOutcome(inspection('one'), 'fetch', new Failure('TIMEOUT', 'late'))
      await project([outcomeRecord(inspection('one'), failure)])
      await until(() => woken.length === 1)
      expect(await embedded.store.getMany([`cache:${identity}`, inFlightKey(identity)])).to.deep.equal([
        null,
        null,
      ])
    })

    it('records how it ended before it wakes the callers', async () => {
      const endOf = async (id: string) =>
        inspectionRecordFromText((await embedded.store.get(inspectionKey(id))) ?? '').end
      const atWake: ReturnType<typeof endOf>[] = []
      await embedded.store.listen(
        ENDED_CHANNEL,
        (id) => void atWake.push(endOf(id)),
        () => {},
      )
      await submit('one')
      await submit('two')
      const before = Date.now()
      const failure = failureOutcome(inspection('two'), 'fetch', new Failure('TIMEOUT', 'late'))
      await project([resultRecord(inspection('one')), outcomeRecord(inspection('two'), failure)])
      await until(() => woken.length === 2)
      const codes = (await Promise.all(atWake)).map((end) => end?.code)
      expect(codes).to.have.members([null, 'TIMEOUT'])
      expect((await endOf('one'))?.at).to.be.within(before, Date.now())
    })

    it('loses neither the outcome nor its end in an outage of the store', async () => {
      let isAway = true
      const set: ResultStore['set'] = (key, ...rest) =>
        isAway && key === inspectionKey('one')
          ? Promise.reject(unavailable('store'))
          : embedded.store.set(key, ...rest)
      await submit('one')
      await project([resultRecord(inspection('one'))], { ...embedded.store, set })
      await until(async () => (await embedded.store.get(outcomeKey('one'))) !== null)
      isAway = false
      await until(() => woken.length === 1)
      const record = inspectionRecordFromText((await embedded.store.get(inspectionKey('one'))) ?? '')
      expect(record.end?.code).to.equal(null)
    })

    it('keeps the in-flight entry of a later inspection', async () => {
      await submit('one')
      await announce('two')
      await project([resultRecord(inspection('one'))])
      await until(() => woken.length === 1)
      expect(await embedded.store.get(inFlightKey(identity))).to.match(/^two /)
    })

    it('gives a result that waited in the log the same end of life', async () => {
      await submit('one')
      const record = resultRecord(inspection('one'))
      const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
      await project([{ ...record, headers: { ...record.headers, ce_time: hourAgo } }])
      await until(() => woken.length === 1)
      expect(await embedded.store.get(`cache:${identity}`)).to.equal(null)
    })
  })

  it('catches up after an outage of the store', async () => {
    let isAway = true
    let refused = 0
    const claim: ResultStore['claim'] = async (...entry) => {
      if (!isAway) return embedded.store.claim(...entry)
      refused++
      throw unavailable('store')
    }
    await project([resultRecord(inspection('one'))], { ...embedded.store, claim })
    await until(() => refused > 1)
    expect(await isCommitted()).to.equal(false)
    isAway = false
    await until(() => woken.length === 1)
    await until(isCommitted)
  })

  it('skips records of others on its topics', async () => {
    const headers = { ce_specversion: '1.0', ce_id: 'x', ce_source: '/x', ce_type: 'result.metadata.v1' }
    const strange: NewRecord[] = [
      { topic: 'result.metadata', key: null, value: null, headers: {} },
      { topic: 'result.metadata', key: null, value: '{', headers },
      { topic: 'result.metadata', key: null, value: 'null', headers },
      { topic: 'result.metadata', key: null, value: '{"operation":"metadata","parameters":5}', headers },
      { topic: 'inspection.failed', key: null, value: Buffer.from([0xff]), headers },
      { topic: 'inspection.failed', key: null, value: '{', headers: { ...headers, ce_lane: 'batch' } },
      { topic: 'inspection.failed', key: null, value: 'null', headers: { ...headers, ce_lane: 'batch' } },
      { topic: 'inspection.failed', key: null, value: '{}', headers: { ce_lane: 'batch' } },
    ]
    await project([...strange, resultRecord(inspection('one'))])
    await until(() => woken.includes('one'))
    await until(isCommitted)
  })

  it('skips an outcome that cannot be stored, and logs it', async () => {
    const errors: unknown[] = []
    const claim: ResultStore['claim'] = async (key, ...entry) => {
      if (key === outcomeKey('one')) throw new TypeError('wrong')
      return embedded.store.claim(key, ...entry)
    }
    const records = ['one', 'two'].map((id) => resultRecord(inspection(id)))
    const logger = { ...silentLog, error: (about: { err: Error }) => errors.push(about.err.message) }
    await project(records, { ...embedded.store, claim }, logger as unknown as Log)
    await until(() => woken.includes('two'))
    await until(isCommitted)
    expect(errors).to.deep.equal(['wrong'])
  })
})
