import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { prometheusMetrics } from '#shared/adapters/telemetry/prometheus-metrics.ts'
import { unavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { expirySignal, hasExpired, timeLeft } from '#shared/stage/middleware/expiry.ts'
import { followReferenceClock, nextSequence, referenceNow } from '#shared/store/reference-clock.ts'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

const EVERY_MS = 60_000
/** By how much the reference clock is ahead of the machine’s. */
const offset = () => referenceNow() - Date.now()

describe('the reference clock', () => {
  const clock = driveClockInEachTest()
  let lines: string[]
  let logger: Log
  let unfollow: (() => void) | null
  /** Milliseconds by which the store is ahead of this machine; null = it is away. */
  let ahead: number | null
  const store = {
    async now() {
      if (ahead === null) throw unavailable('store')
      return Date.now() + ahead
    },
  }
  const follow = async (metrics = noMetrics) => {
    unfollow = await followReferenceClock({ store, logger, metrics })
  }

  beforeEach(() => {
    ;[lines, unfollow, ahead] = [[], null, 0]
    const note = (level: string) => (_fields: object, text: string) => void lines.push(`${level}: ${text}`)
    logger = { warn: note('warn'), info: note('info'), debug() {} } as unknown as Log
  })
  afterEach(() => unfollow?.())

  it('is the machine’s clock without a store', () => {
    expect(offset()).to.equal(0)
  })

  it('numbers events in digits of equal length that always grow, also when it is set back', async () => {
    ahead = 7000
    await follow()
    const first = Array.from({ length: 100 }, nextSequence)
    expect(first[0]).to.match(/^\d{16}$/)
    // Microseconds; another test of this process may have had a store that was further ahead.
    expect(Number(first[0]) / 1000 - Date.now()).to.be.within(6990, 86_400_000)
    unfollow?.()
    const all = [...first, nextSequence(), nextSequence()]
    expect(new Set(all).size).to.equal(102)
    expect(all.toSorted()).to.deep.equal(all)
  })

  for (const seconds of [5, -5]) {
    it(`is the clock of the store, ${seconds} s ahead`, async () => {
      ahead = seconds * 1000
      await follow()
      expect(offset()).to.equal(seconds * 1000)
    })

    it(`decides interactive deadlines, not those of producers, with the store ${seconds} s ahead`, async () => {
      ahead = seconds * 1000
      await follow()
      const expiresAt = Date.now() + ahead + 3000
      const call = { expiresAt, lane: 'interactive' } as const
      expect(timeLeft(call)).to.equal(3000)
      expect(hasExpired(call)).to.equal(false)
      expect(hasExpired({ ...call, lane: 'batch' })).to.equal(seconds < 0)
    })
  }

  it('aborts an inspection that has expired by it, not before', async () => {
    ahead = -5000
    await follow()
    const call = { expiresAt: Date.now() + ahead + 300, lane: 'interactive' } as const
    const signal = expirySignal(call as Parameters<typeof expirySignal>[0])
    await clock.pass(299)
    expect([signal.aborted, hasExpired(call)]).to.deep.equal([false, false])
    await clock.pass(2)
    expect([signal.aborted, hasExpired(call)]).to.deep.equal([true, true])
  })

  it('continues while the store is unavailable, and follows it again at the next measurement', async () => {
    ahead = 5000
    await follow()
    ahead = null
    await clock.pass(3 * EVERY_MS)
    expect(offset()).to.equal(5000)
    ahead = -5000
    await clock.pass(EVERY_MS - 1)
    expect(offset()).to.equal(5000)
    await clock.pass(1)
    expect(offset()).to.equal(-5000)
  })

  it('takes the answer of the store for the middle of its round trip, the shortest of three', async () => {
    const tripsMs = [400, 100, 300]
    const slow = {
      async now() {
        const ms = tripsMs.shift() ?? 0
        await sleep(ms / 2)
        const answer = Date.now() + 5000
        await sleep(ms / 2 + (ms === 100 ? 0 : 60))
        return answer
      },
    }
    unfollow = await clock.run(followReferenceClock({ store: slow, logger, metrics: noMetrics }))
    expect(offset()).to.equal(5000)
  })

  it('is the machine’s clock when the store was never available', async () => {
    ahead = null
    await follow()
    expect(offset()).to.equal(0)
  })

  it('logs once that the clocks differ by a second or more, and once that they agree again', async () => {
    ahead = 900
    await follow()
    await clock.pass(2 * EVERY_MS)
    expect(lines).to.deep.equal([])
    ahead = -1500
    await clock.pass(3 * EVERY_MS)
    ahead = 0
    await clock.pass(3 * EVERY_MS)
    expect(lines).to.deep.equal([
      "warn: this machine's clock differs from that of the store: deadlines use the store's clock",
      "info: this machine's clock and the store's agree again",
    ])
  })

  it('exports by how much the machine is ahead of the store', async () => {
    ahead = -5000
    const metrics = prometheusMetrics({ process: false })
    await follow(metrics)
    const { text } = await metrics.expose()
    const shown = Number(/^pageprobe_clock_offset_seconds (\S+)$/m.exec(text)?.[1])
    expect(shown).to.equal(5)
  })
})
