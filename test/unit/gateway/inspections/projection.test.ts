import { expect } from 'chai'
import { makeAnswerCache } from '#gateway/inspections/answer-cache.ts'
import { runProjection } from '#gateway/inspections/projection.ts'
import type { Consumer } from '#shared/consumer/consumer.ts'
import { Failure, unavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import {
  failureOutcome,
  type Outcome,
  outcomeFromText,
  outcomeToText,
  resultOutcome,
} from '#shared/messages/events/outcome.ts'
import { endedRecord } from '#shared/messages/payloads/ended.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { inspectionRecordFromText } from '#shared/store/inspection-record.ts'
import { ENDED_CHANNEL, inFlightKey, inspectionKey, outcomeKey } from '#shared/store/keys.ts'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { type DrivenClock, driveClock } from '#test/unit/driven-clock.ts'
import { cacheTtl } from '../support/cache-ttl.ts'

const inspection = (id: string): Inspection => ({
  id,
  operation: 'metadata',
  lane: 'interactive',
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

/** An inspection and its outcome, which the stage that ended it has stored. */
interface End {
  readonly id: string
  readonly outcome: Outcome
}

const resultOf = (id: string): End => ({ id, outcome: resultOutcome(inspection(id), '{"title":"x"}') })
const failureOf = (id: string): End => ({
  id,
  outcome: failureOutcome(inspection(id), 'fetch', new Failure('TIMEOUT', 'late')),
})

describe('projection', () => {
  let embedded: Embedded
  let consumer: Consumer
  let woken: string[]
  let resolved: [id: string, outcome: Outcome][]
  let clock: DrivenClock
  beforeEach(async () => {
    clock = driveClock()
    woken = []
    resolved = []
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
    ends: readonly End[],
    store: ResultStore = embedded.store,
    logger: Log = silentLog,
  ): Promise<void> {
    const cache = makeAnswerCache(store, embedded.objects, cacheTtl)
    const { log } = embedded
    consumer = await runProjection({
      log,
      store,
      cache,
      waiter: { resolve: (...one) => void resolved.push(one) },
      logger,
      metrics: noMetrics,
      highWater: 100,
    })
    await endAll(ends)
  }

  async function endAll(ends: readonly End[]): Promise<void> {
    for (const { id, outcome } of ends) await embedded.store.claim(outcomeKey(id), outcomeToText(outcome), 60)
    await embedded.log.append(ends.map(({ id, outcome }) => endedRecord(id, outcome)))
  }

  /** Lets time pass until the condition holds. */
  async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await condition())) await clock.pass(10)
  }
  const isCommitted = async () => {
    const lags = await embedded.log.lag('projection-ended.interactive', ['ended.interactive'])
    return lags.every(({ records }) => records === 0)
  }

  it('gives the stored outcome to the callers of its gateway, and then wakes those of all', async () => {
    const atWake: string[][] = []
    await embedded.store.listen(
      ENDED_CHANNEL,
      () => void atWake.push(resolved.map(([id]) => id)),
      () => {},
    )
    const one = resultOf('one')
    await project([one])
    await until(() => atWake.length > 0)
    expect(atWake).to.deep.equal([['one']])
    expect(resolved).to.deep.equal([['one', one.outcome]])
  })

  it('wakes the callers of an outcome that the store dropped', async () => {
    await project([])
    const { id, outcome } = resultOf('one')
    await embedded.log.append([endedRecord(id, outcome)])
    await until(() => woken.length === 1)
    expect([woken, resolved]).to.deep.equal([['one'], []])
  })

  it('leaves the stored outcome as it is', async () => {
    const { id, outcome } = resultOf('one')
    await project([{ id, outcome }])
    await until(() => woken.length === 1)
    expect(outcomeFromText((await embedded.store.get(outcomeKey(id))) ?? '')).to.deep.equal(outcome)
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
      const look = () => embedded.store.getMany([`cache:2:${identity}`, inFlightKey(identity)])
      await embedded.store.listen(
        ENDED_CHANNEL,
        () => void atWake.push(look()),
        () => {},
      )
      await submit('one')
      await project([resultOf('one')])
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
      await project([resultOf('one')], { ...embedded.store, set })
      await endAll([resultOf('other')])
      await until(() => woken.length > 0)
      expect(await embedded.store.get(inFlightKey(identity))).to.match(/^one /)
      expect(woken).to.deep.equal(['other'])
      written.resolve()
      await until(() => woken.length === 2)
      expect(await embedded.store.get(inFlightKey(identity))).to.equal(null)
    })

    it('ends the in-flight entry of a failure and does not cache it', async () => {
      await submit('one')
      await project([failureOf('one')])
      await until(() => woken.length === 1)
      expect(await embedded.store.getMany([`cache:2:${identity}`, inFlightKey(identity)])).to.deep.equal([
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
      await project([resultOf('one'), failureOf('two')])
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
      await project([resultOf('one')], { ...embedded.store, set })
      await clock.pass(1000)
      expect(woken).to.deep.equal([])
      isAway = false
      await until(() => woken.length === 1)
      const record = inspectionRecordFromText((await embedded.store.get(inspectionKey('one'))) ?? '')
      expect(record.end?.code).to.equal(null)
    })

    it('keeps the in-flight entry of a later inspection', async () => {
      await submit('one')
      await announce('two')
      await project([resultOf('one')])
      await until(() => woken.length === 1)
      expect(await embedded.store.get(inFlightKey(identity))).to.match(/^two /)
    })

    it('gives a result that waited in the log the same end of life', async () => {
      await submit('one')
      const { id, outcome } = resultOf('one')
      await embedded.store.set(outcomeKey(id), outcomeToText(outcome), 60)
      const { value, ...record } = endedRecord(id, outcome)
      const hourAgo = { ...JSON.parse(String(value)), at: Date.now() - 3_600_000 }
      await project([])
      await embedded.log.append([{ ...record, value: JSON.stringify(hourAgo) }])
      await until(() => woken.length === 1)
      expect(await embedded.store.get(`cache:2:${identity}`)).to.equal(null)
    })
  })

  it('catches up after an outage of the store', async () => {
    let isAway = true
    let refused = 0
    const getMany: ResultStore['getMany'] = async (keys) => {
      if (!isAway || !keys.includes(outcomeKey('one'))) return embedded.store.getMany(keys)
      refused++
      throw unavailable('store')
    }
    await project([resultOf('one')], { ...embedded.store, getMany })
    await until(() => refused > 1)
    expect(await isCommitted()).to.equal(false)
    isAway = false
    await until(() => woken.length === 1)
    await until(isCommitted)
  })

  it('skips records of others on its topic', async () => {
    const strange: NewRecord[] = [null, '{', 'null', '{"id":"x"}', Buffer.from([0xff])].map((value) => ({
      ...{ topic: 'ended.interactive', key: null, headers: {} },
      value,
    }))
    await project([])
    await embedded.log.append(strange)
    await endAll([resultOf('one')])
    await until(() => woken.includes('one'))
    await until(isCommitted)
    expect(woken).to.deep.equal(['one'])
  })

  it('skips an end that cannot be stored, and logs it', async () => {
    const errors: unknown[] = []
    const getMany: ResultStore['getMany'] = async (keys) => {
      if (keys.includes(outcomeKey('one'))) throw new TypeError('wrong')
      return embedded.store.getMany(keys)
    }
    const logger = { ...silentLog, error: (about: { err: Error }) => errors.push(about.err.message) }
    await project(['one', 'two'].map(resultOf), { ...embedded.store, getMany }, logger as unknown as Log)
    await until(() => woken.includes('two'))
    await until(isCommitted)
    expect(errors).to.deep.equal(['wrong'])
  })
})
