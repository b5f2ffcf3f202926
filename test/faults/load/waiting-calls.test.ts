import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { type ApiAnswer, get, getMetadata, metric } from '#test/support/service/api-client.ts'
import { openEmbeddedService, type ServiceFixture } from '#test/support/service/service-fixture.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const CALLS = 1200
/** Callers that begin at once; the next begin when these wait, so that a slow machine is given no burst to refuse. */
const WAVE = 50
const HOSTS = 20
/** Allowance for garbage; a leak of 10 KiB for each call and second would be 120. */
const GROWTH_LIMIT_MIB = 60
const MIB = 1024 * 1024

describe(`${CALLS} concurrent waiting calls`, function () {
  this.timeout(300_000)
  let site: TargetSite
  let fixture: ServiceFixture
  let held: PromiseWithResolvers<void>
  before('start the service', async () => {
    held = Promise.withResolvers()
    site = await openSite({ hosts: HOSTS, before: () => held.promise })
    fixture = await openEmbeddedService({ FETCH_TIMEOUT_MS: '60000', ANSWER_TIMEOUT_MS: '240000' })
  })
  after('stop the service', async () => {
    held.resolve()
    await fixture?.close()
    await site?.close()
  })

  async function memoryMiB(): Promise<number> {
    const status = await readFile(`/proc/${fixture.service.pid}/status`, 'utf8')
    return (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024) / MIB
  }

  /** A busy machine may be too slow for a wave: the service then asks to try again. */
  async function answerOf(url: string): Promise<ApiAnswer> {
    for (;;) {
      const answer = await getMetadata(fixture.service.url, url, { timeoutMs: 240_000 })
      if (answer.status !== 503) return answer
      await sleep(Number(answer.headers.get('retry-after')) * 1000)
    }
  }

  const waitingCallers = () => metric(fixture.service.url, 'pageprobe_waiting_callers')

  async function untilWaiting(calls: readonly Promise<ApiAnswer>[]): Promise<void> {
    const ended = Promise.race(calls)
    while ((await waitingCallers()) !== calls.length) {
      const early = await Promise.race([ended, sleep(50)])
      if (early !== undefined) expect.fail(`answered while the page is held: ${early.status} ${early.text}`)
    }
  }

  async function callsThatWait(): Promise<readonly Promise<ApiAnswer>[]> {
    const calls: Promise<ApiAnswer>[] = []
    while (calls.length < CALLS) {
      for (let wave = 0; wave < WAVE; wave++) {
        calls.push(answerOf(site.url(`/page-${calls.length}`, calls.length % HOSTS)))
      }
      await untilWaiting(calls)
    }
    return calls
  }

  it('are all answered, the service stays healthy, and its memory does not grow while they wait', async function () {
    if (process.platform !== 'linux') this.skip()
    const calls = await callsThatWait()
    const before = await memoryMiB()
    for (let second = 0; second < 10; second++) {
      expect((await get(`${fixture.service.url}/healthz`)).status).to.equal(200)
      await sleep(1000)
    }
    const grown = (await memoryMiB()) - before
    expect(await waitingCallers()).to.equal(CALLS)
    held.resolve()
    const released = performance.now()
    const answers = await Promise.all(calls)
    reportFault({
      fault: `${CALLS} callers who wait for pages that do not answer`,
      accepted: CALLS,
      lost: answers.filter(({ status }) => status !== 200).length,
      wrong: answers.filter(({ status, json }, at) => status === 200 && json?.title !== `Page /page-${at}`)
        .length,
      recoveredMs: performance.now() - released,
    })
    console.log(`      ${Math.round(before)} MiB while they wait, ${Math.round(grown)} MiB more 10 s later`)
    const others = answers.filter(({ status }) => status !== 200)
    expect(countBy(others, ({ status, text }) => `${status} ${text}`)).to.deep.equal({})
    expect(answers.every(({ json }, at) => json?.title === `Page /page-${at}`)).to.equal(true)
    expect(grown).to.be.below(GROWTH_LIMIT_MIB)
  })
})

/** How often each name is. */
function countBy<T>(all: readonly T[], nameOf: (one: T) => string): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(all, nameOf)].map(([name, { length }]) => [name, length]))
}
