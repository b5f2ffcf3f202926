import { expect } from 'chai'
import { type DelayingProxy, delayingProxy } from '#test/support/faults/delaying-proxy.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { type ApiAnswer, getMetadata } from '#test/support/service/api-client.ts'
import { batchClient } from '#test/support/service/batch-client.ts'
import { API_KEY, endAllServices, startParts } from '#test/support/service/service-process.ts'
import { ownRedis } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const LATER_MS = 100
const PAGES = 15
/** Waiting URLs: more than end while the calls are made. */
const BACKLOG = 10_000
const BACKLOG_HOSTS = 40
/** Each makes one call after the other. */
const CALLERS = 4
const CALLS = 15

describe('a Redis with a latency of 100 ms', function () {
  this.timeout(180_000)
  const redis = ownRedis()
  let site: TargetSite
  let proxy: DelayingProxy
  /** The last page of the batch comes when the calls are answered. */
  const held = Promise.withResolvers<void>()
  before(async () => {
    site = await openSite({
      hosts: BACKLOG_HOSTS,
      before: (path) => (path === `/page-${PAGES - 1}` ? held.promise : Promise.resolve()),
    })
    proxy = await delayingProxy(redis.service.port, LATER_MS)
  })
  afterEach(endAllServices)
  after(async () => {
    held.resolve()
    await site.close()
    proxy.close()
  })

  const start = () =>
    startParts([], { env: { REDIS_URL: `redis://127.0.0.1:${proxy.port}`, BATCH_HOST_DELAY_MS: '0' } })

  it('answers calls beside a batch, and ends the batch', async () => {
    const service = await start()
    const batches = batchClient(service.url, API_KEY)
    const { id } = await batches.submit(Array.from({ length: PAGES }, (_, page) => site.url(`/page-${page}`)))
    const calls = Array.from({ length: 10 }, (_, call) => getMetadata(service.url, site.url(`/call-${call}`)))
    const answers = await Promise.all(calls)
    expect((await batches.status(id)).state).to.equal('running')
    held.resolve()
    const { done } = (await batches.untilEnded(id)).counts
    const wrong = answers.filter(({ status }) => status !== 200).length
    const figures = { accepted: calls.length + PAGES, lost: PAGES - done, wrong }
    reportFault({ fault: 'Redis 100 ms late, calls beside a batch', ...figures })
    expect([wrong, done]).to.deep.equal([0, PAGES])
  })

  it('answers calls one after the other beside a full backlog', async () => {
    const service = await start()
    const batches = batchClient(service.url, API_KEY)
    const waiting = Array.from({ length: BACKLOG }, (_, at) => site.url(`/waiting-${at}`, at % BACKLOG_HOSTS))
    const { id } = await batches.submit(waiting)
    const answers: (ApiAnswer & { ms: number })[] = []
    const caller = async (_: unknown, at: number) => {
      for (let call = 0; call < CALLS; call++) {
        const began = performance.now()
        const answer = await getMetadata(service.url, site.url(`/backlog-${at}-${call}`))
        answers.push({ ...answer, ms: performance.now() - began })
      }
    }
    await Promise.all(Array.from({ length: CALLERS }, caller))
    const { state, counts } = await batches.status(id)
    await batches.cancel(id)
    const wrong = answers.filter(({ status }) => status !== 200).length
    reportFault({ fault: 'Redis 100 ms late, calls beside a full backlog', accepted: answers.length, wrong })
    const at95 = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.ceil(answers.length * 0.95) - 1]
    console.log(
      `      p95 of a call ${at95?.toFixed(0)} ms; ${counts.done} of ${BACKLOG} pages done meanwhile`,
    )
    expect(wrong).to.equal(0)
    expect(state, 'the backlog is there to the end').to.equal('running')
  })
})
