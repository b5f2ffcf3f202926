import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import type { HostRateLimiter } from '#shared/politeness/host-rate-limiter.ts'
import { makeHostRateLimiter } from '#shared/politeness/store-host-rate-limiter.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { fine, storesOfEachTest } from '../stores-of-each-test.ts'

const PROCESSES = 4
const DELAY_MS = 40
/** How long the host takes, in turns: without it all would ask at the same moments forever. */
const ANSWERS_MS = [15, 4, 23, 9, 31, 18, 7]
/** Longer than a process keeps a permit. */
const RUN_MS = 12_000

/** As a host sees it. */
describe('host permits of four processes', () => {
  const clock = driveClockInEachTest()
  const newStore = storesOfEachTest()
  let mostAtOnce: number
  /** Milliseconds between the end of one answer and the next request. */
  let gaps: number[]
  /** How often each process came. */
  let came: number[]

  /** Lets processes that share nothing but the store visit the host, each as often as it may. */
  async function visit(concurrency: number): Promise<void> {
    ;[mostAtOnce, gaps, came] = [0, [], Array(PROCESSES).fill(0)]
    let [now, lastEnd] = [0, Number.NaN]
    const end = clock.now() + RUN_MS
    async function answer(process: number): Promise<void> {
      came[process] = (came[process] ?? 0) + 1
      gaps.push(clock.now() - lastEnd)
      now += 1
      mostAtOnce = Math.max(mostAtOnce, now)
      await sleep(ANSWERS_MS[gaps.length % ANSWERS_MS.length])
      now -= 1
      lastEnd = clock.now()
    }
    async function visitOnce(limiter: HostRateLimiter, process: number): Promise<void> {
      const taken = await limiter.acquire('http://a.example/')
      if ('retryAfterMs' in taken) await sleep(taken.retryAfterMs)
      if (!('permit' in taken)) return
      await answer(process)
      await taken.permit.release(fine)
    }
    const processes = Array.from({ length: PROCESSES }, async (_, process) => {
      const limiter = limiterOf(concurrency)
      while (clock.now() < end) await visitOnce(limiter, process)
    })
    await clock.run(Promise.all(processes))
  }

  const limiterOf = (concurrency: number) =>
    makeHostRateLimiter(newStore(), {
      BATCH_HOST_CONCURRENCY: concurrency,
      BATCH_HOST_DELAY_MS: DELAY_MS,
      maxDelayMs: DELAY_MS,
      maxRestMs: 1000,
      giveUpSeconds: 60,
    })

  it('are never held twice at once, nor sooner than the delay after a response', async () => {
    await visit(1)
    expect(mostAtOnce).to.equal(1)
    expect(Math.min(...gaps.slice(1))).to.be.at.least(DELAY_MS)
    expect(Math.min(...came)).to.be.above(0)
  })

  it('are held up to the limit and no more, by all of them in turns', async () => {
    await visit(2)
    expect(mostAtOnce).to.equal(2)
    expect(Math.min(...came)).to.be.above(0)
  })
})
