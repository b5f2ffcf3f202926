import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import type { HostPermit, HostResponse } from '#shared/politeness/host-rate-limiter.ts'
import { makeHostRateLimiter, type StoreRateLimiter } from '#shared/politeness/store-host-rate-limiter.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { fine, storesOfEachTest } from './stores-of-each-test.ts'

const URL_A = 'http://a.example/x'
const COUNTED = ['get', 'set', 'acquireLease', 'releaseLease', 'increment', 'delete'] as const

/** A process with the permits of a host: it shares nothing with others but the store. */
interface Process extends StoreRateLimiter {
  /** Commands to the store, in their order. */
  readonly commands: string[]
  /** Visits the host as soon as it may, and answers when. */
  visit(response?: Partial<HostResponse>): Promise<number>
}

describe('the leases of a process', () => {
  const clock = driveClockInEachTest()
  const newStore = storesOfEachTest()

  function startProcess(delayMs: number): Process {
    const commands: string[] = []
    const store = newStore()
    const counted = { ...store }
    for (const name of COUNTED) {
      const command = store[name] as (...given: unknown[]) => Promise<never>
      counted[name] = (...given: unknown[]) => {
        commands.push(name)
        return command(...given)
      }
    }
    const limiter = makeHostRateLimiter(counted, {
      BATCH_HOST_CONCURRENCY: 1,
      BATCH_HOST_DELAY_MS: delayMs,
      maxFailures: 100,
      maxRestMs: 60_000,
      maxTrials: 100,
    })
    const visit = async (response: Partial<HostResponse> = {}) => {
      const permit = await permitOf(limiter)
      const at = clock.now()
      await permit.release({ ...fine, ...response })
      return at
    }
    return { ...limiter, commands, visit }
  }

  it('are kept for the next request: the store is asked less than once for each', async () => {
    const here = startProcess(100)
    const times: number[] = []
    for (let visits = 0; visits < 10; visits++) times.push(await clock.run(here.visit()))
    expect(here.commands).to.include('acquireLease')
    expect(here.commands.length).to.be.below(10)
    expect(times.slice(1).map((time, at) => time - (times[at] ?? 0))).to.deep.equal(Array(9).fill(100))
  })

  it('are given back when no request comes for a second', async () => {
    const [here, there] = [startProcess(0), startProcess(0)]
    const first = await clock.run(here.visit())
    // Who waits asks again every 50 ms.
    expect((await clock.run(there.visit())) - first).to.be.within(1000, 1050)
    expect(here.commands.at(-1)).to.equal('releaseLease')
  })

  it('are given back with what is left of the cooldown when the process stops', async () => {
    const [here, there] = [startProcess(3000), startProcess(3000)]
    await clock.run(here.visit())
    expect(here.commands).not.to.include('releaseLease')
    await clock.pass(500)
    here.close()
    const answer = await there.acquire(URL_A)
    expect('retryAfterMs' in answer && answer.retryAfterMs).to.be.within(2500, 2501)
  })

  it('are not kept after a response that asks for a longer cooldown, nor after a failure', async () => {
    for (const response of [
      { status: 429, retryAfterMs: 20_000 },
      { isFailed: true, status: null },
    ]) {
      const here = startProcess(10)
      const permit = await clock.run(permitOf(here, `http://${response.status}.example/`))
      await permit.release({ ...fine, ...response })
      expect(here.commands).to.include('releaseLease')
    }
  })

  it('are not kept while another process waits: both go on in turns', async () => {
    const [here, there] = [startProcess(20), startProcess(20)]
    const visits: { readonly name: string; readonly at: number }[] = []
    const began = clock.now()
    const run = async (one: Process, name: string) => {
      while (clock.now() < began + 12_000) visits.push({ name, at: await one.visit() })
    }
    await clock.run(Promise.all([run(here, 'here'), run(there, 'there')]))
    // A process keeps a lease for 5 s before it asks whether another one waits.
    const later = visits.filter(({ at }) => at >= began + 6000)
    for (const name of ['here', 'there'])
      expect(later.filter((visit) => visit.name === name).length).to.be.above(later.length / 10)
    const gaps = visits.slice(1).map(({ at }, before) => at - (visits[before]?.at ?? 0))
    expect(Math.min(...gaps)).to.be.at.least(20)
  })

  it('are renewed when they are taken long after their last renewal, and lost ones are not used', async () => {
    const here = startProcess(3500)
    await clock.run(here.visit())
    // Keeps the lease through the cooldown.
    await here.acquire(URL_A)
    const store = newStore()
    const [key = ''] = (await store.entries('turn:')).map(([name]) => name)
    await store.delete(key)
    expect(await store.acquireLease(key, 'another process', 60_000)).to.equal('mine')
    await clock.pass(3600)
    expect('permit' in (await here.acquire(URL_A))).to.equal(false)
  })
})

async function permitOf(limiter: StoreRateLimiter, url = URL_A): Promise<HostPermit> {
  for (;;) {
    const answer = await limiter.acquire(url)
    if ('permit' in answer) return answer.permit
    await sleep('retryAfterMs' in answer ? answer.retryAfterMs : 1)
  }
}
