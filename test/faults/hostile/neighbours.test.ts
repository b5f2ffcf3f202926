// own service: its answers are timed
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { type HostileSite, openHostileSite, wholeAnswer } from '#test/e2e/hostile/site.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { type ApiAnswer, getPath } from '#test/support/service/api-client.ts'
import { openEmbeddedService, type ServiceFixture } from '#test/support/service/service-fixture.ts'

/** Slow pages that one key asks for at once. */
const SLOW_PAGES = 60
/** Time within which 95 % of the calls of another key are answered. */
const NEIGHBOUR_MS = 2000
const CALL_EVERY_MS = 250

/** A page of 10 MB that takes its parser half a second and more. */
const slowPage = wholeAnswer(`<title>Slow</title>${'<p>one <b>two</b> <a href=x>three</a>'.repeat(270_000)}`)

interface TimedAnswer extends ApiAnswer {
  readonly ms: number
}

describe(`${SLOW_PAGES} slow pages of one key at once: the calls of another key are answered`, function () {
  this.timeout(300_000)
  let site: HostileSite
  let fixture: ServiceFixture
  before(async () => {
    site = await openHostileSite({ slow: (socket) => void socket.end(slowPage) })
    fixture = await openEmbeddedService()
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })

  for (const operation of ['metadata', 'seo-audit']) {
    it(`${operation}: in ${NEIGHBOUR_MS} ms for 95 %`, async () => {
      const [slow, other] = await Promise.all([fixture.makeKey({ plan: 'free' }), fixture.makeKey()])
      const path = (at: number) =>
        `/${operation}?url=${encodeURIComponent(`${site.url('slow')}?${operation}${at}`)}`
      const work = Promise.all(
        Array.from({ length: SLOW_PAGES }, (_, at) => getPath({ url: fixture.url, key: slow }, path(at))),
      )
      const answers = await callsDuring(work, (at) =>
        inspectFine({ url: fixture.url, key: other }, `${operation}${at}`),
      )
      const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
      const [p95 = 0] = times.slice(Math.ceil(times.length * 0.95) - 1)
      const wrong = answers.filter(({ status, json }) => status !== 200 || json?.title !== 'Fine')
      reportFault({
        fault: `${SLOW_PAGES} slow pages of one key at once (${operation}); calls of another key, 95 % of them in ${Math.round(p95)} ms`,
        accepted: answers.length,
        wrong: wrong.length,
      })
      console.log(
        `      of the slow pages: ${JSON.stringify(countBy((await work).map(({ status }) => status)))}`,
      )
      expect(wrong.map(({ status, text }) => `${status} ${text}`)).to.deep.equal([])
      expect(p95).to.be.at.most(NEIGHBOUR_MS)
    })
  }

  async function inspectFine(called: { url: string; key: string }, name: string): Promise<TimedAnswer> {
    const began = performance.now()
    const answer = await getPath(called, `/metadata?url=${encodeURIComponent(`${site.url('fine')}?${name}`)}`)
    return { ...answer, ms: performance.now() - began }
  }
})

/** Begins a call every 250 ms until the work has ended; the answers of all. */
async function callsDuring<T>(work: Promise<unknown>, call: (at: number) => Promise<T>): Promise<T[]> {
  const calls: Promise<T>[] = []
  let isDone = false
  void work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    calls.push(call(calls.length))
    await pause(CALL_EVERY_MS)
  }
  return Promise.all(calls)
}

function countBy(all: readonly number[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(all, (one) => one)].map(([name, { length }]) => [name, length]))
}
