import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { prometheusMetrics } from '#shared/adapters/telemetry/prometheus-metrics.ts'
import { unavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { expirySignal, hasExpired, timeLeft } from '#shared/stage/middleware/expiry.ts'
import { followReferenceClock, referenceNow } from '#shared/store/reference-clock.ts'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import { eventually } from '#test/contract/eventually.ts'

/** What two busy machines may differ in besides. */
const CLOSE_MS = 200

function expectMachineClock(): void {
  const [before, now, after] = [Date.now(), referenceNow(), Date.now()]
  expect(now).to.be.within(before - 1, after + 1)
}

describe('the reference clock', () => {
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
    unfollow = await followReferenceClock({ store, logger, metrics, everyMs: 20 })
  }

  beforeEach(() => {
    ;[lines, unfollow, ahead] = [[], null, 0]
    const note = (level: string) => (_fields: object, text: string) => void lines.push(`${level}: ${text}`)
    logger = { warn: note('warn'), info: note('info'), debug() {} } as unknown as Log
  })
  afterEach(() => unfollow?.())

  it('is the machine’s clock without a store', () => {
    expectMachineClock()
  })

  for (const seconds of [5, -5]) {
    it(`is the clock of the store, ${seconds} s ahead`, async () => {
      ahead = seconds * 1000
      await follow()
      expect(referenceNow() - Date.now()).to.be.closeTo(seconds * 1000, CLOSE_MS)
    })

    it(`decides interactive deadlines, not those of producers, with the store ${seconds} s ahead`, async () => {
      ahead = seconds * 1000
      await follow()
      const expiresAt = Date.now() + ahead + 3000
      const call = { expiresAt, lane: 'interactive' } as const
      expect(timeLeft(call)).to.be.closeTo(3000, CLOSE_MS)
      expect(hasExpired(call)).to.equal(false)
      expect(hasExpired({ ...call, lane: 'batch' })).to.equal(seconds < 0)
    })
  }

  it('aborts an inspection that has expired by it, not before', async () => {
    ahead = -5000
    await follow()
    const deadline = Date.now() + 300
    const call = { expiresAt: deadline + ahead, lane: 'interactive' } as const
    const signal = expirySignal(call as Parameters<typeof expirySignal>[0])
    let abortedAt = Number.NaN
    signal.addEventListener('abort', () => {
      abortedAt = Date.now()
    })
    await eventually(() => signal.aborted)
    expect(abortedAt).to.be.at.least(deadline - CLOSE_MS)
    expect(hasExpired(call)).to.equal(true)
  })

  it('continues while the store is unavailable, and follows it again later', async () => {
    ahead = 5000
    await follow()
    ahead = null
    await sleep(60)
    expect(referenceNow() - Date.now()).to.be.closeTo(5000, CLOSE_MS)
    ahead = -5000
    await eventually(() => Math.abs(referenceNow() - Date.now() + 5000) < CLOSE_MS)
  })

  it('is the machine’s clock when the store was never available', async () => {
    ahead = null
    await follow()
    expectMachineClock()
  })

  it('logs once that the clocks differ by a second or more, and once that they agree again', async () => {
    ahead = 900
    await follow()
    await sleep(60)
    expect(lines).to.deep.equal([])
    ahead = -1500
    await eventually(() => lines.length === 1)
    await sleep(60)
    ahead = 0
    await eventually(() => lines.length === 2)
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
    expect(shown).to.be.closeTo(5, CLOSE_MS / 1000)
  })
})
