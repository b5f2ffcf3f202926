import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { createKey } from '#gateway/access/api-keys.ts'
import { redisResultStore } from '#shared/adapters/redis/result-store.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { type ApiAnswer, get, getMetadata, metric, requestAsync } from '#test/support/service/api-client.ts'
import { endAllServices, type ServiceProcess, startParts } from '#test/support/service/service-process.ts'
import { ownRedis } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const LIMIT = 200
const CALLERS = 8
/** A call without an answer by then hangs. */
const TIMEOUT_MS = 15_000
const OUTAGE_MS = 1000
const CALL_PAUSE_MS = 30
/** Save points of Redis: with one, it writes its data at a clean end. */
const KEEPING = '3600 1'

describe('the store, restarted under load', function () {
  this.timeout(120_000)
  const redis = ownRedis()
  describe('with counted calls and waiting calls', () => {
    let site: TargetSite
    let service: ServiceProcess
    let held: PromiseWithResolvers<void>
    beforeEach('start the service', async () => {
      held = Promise.withResolvers()
      const before = async (path: string) => (path.startsWith('/held') ? held.promise : undefined)
      site = await openSite({ before })
      const env = {
        REDIS_URL: redis.env.REDIS_URL ?? '',
        ANSWER_TIMEOUT_MS: '60000',
        FETCH_TIMEOUT_MS: '60000',
      }
      service = await startParts([], { env })
    })
    afterEach('stop the service', async () => {
      held.resolve()
      await endAllServices()
      await site.close()
      await administer((client) => client.flushall())
    })

    async function administer<T>(work: (client: Redis) => Promise<T>): Promise<T> {
      const client = new Redis(redis.env.REDIS_URL ?? '')
      try {
        return await work(client)
      } finally {
        client.disconnect()
      }
    }

    async function limitedKey(): Promise<string> {
      const store = redisResultStore({
        url: redis.env.REDIS_URL ?? '',
        keyPrefix: 'pageprobe:',
        commandTimeoutMs: 5000,
      })
      const limits = { metadata: LIMIT }
      const about = {
        plan: 'free',
        scopes: ['metadata'],
        label: '',
        limits,
        metadataTtlSeconds: null,
      } as const
      try {
        return await createKey(store, about)
      } finally {
        await store.close()
      }
    }

    const call = (key: string, path: string): Promise<ApiAnswer> =>
      getMetadata(service.url, site.url(path), { headers: { 'x-api-key': key }, timeoutMs: TIMEOUT_MS })

    /** Runs callers, each with one call after the other, until `isOver`; returns their answers. */
    async function callUntil(key: string, isDone: (answers: readonly ApiAnswer[]) => boolean) {
      const answers: ApiAnswer[] = []
      await Promise.all(
        Array.from({ length: CALLERS }, async (_, caller) => {
          for (let index = 0; !isDone(answers); index++) {
            answers.push(await call(key, `/page-${(caller + index) % 20}`))
            await sleep(CALL_PAUSE_MS)
          }
        }),
      )
      return answers
    }

    const withStatus = (answers: readonly ApiAnswer[], status: number) =>
      answers.filter((answer) => answer.status === status)

    function expectDocumented(answers: readonly ApiAnswer[]): void {
      for (const { status, headers, json } of answers) {
        expect(status).to.be.oneOf([200, 429, 503])
        if (status !== 503) continue
        expect(headers.get('retry-after')).to.match(/^\d+$/)
        expect(json).to.have.nested.property('error.code', 'SERVICE_UNAVAILABLE')
      }
    }

    /** Returns how many milliseconds it took. */
    async function untilAllIsBack(): Promise<number> {
      const began = performance.now()
      while ((await get(`${service.url}/readyz`)).status !== 200) await sleep(100)
      return performance.now() - began
    }

    it('grants no call twice, and no more than the limit, when the data survives', async () => {
      const key = await limitedKey()
      await administer((client) => client.config('SET', 'save', KEEPING))
      const begun = Promise.withResolvers<void>()
      let isBack = false
      const calls = callUntil(key, (answers) => {
        if (answers.length > 0) begun.resolve()
        return isBack && withStatus(answers.slice(-CALLERS), 429).length === CALLERS
      })
      await begun.promise
      await redis.service.stop()
      await sleep(OUTAGE_MS)
      await redis.service.start()
      const recoveredMs = await untilAllIsBack()
      isBack = true
      const answers = await calls
      const granted = withStatus(answers, 200).map(({ headers }) => headers.get('x-ratelimit-remaining'))
      reportFault({
        fault: 'the store restarted with its data, under counted calls',
        accepted: granted.length,
        wrong: answers.filter(({ status }) => ![200, 429, 503].includes(status)).length,
        repeated: granted.length - new Set(granted).size,
        recoveredMs,
      })
      expectDocumented(answers)
      expect(withStatus(answers, 503)).not.to.have.length(0)
      expect(new Set(granted).size).to.equal(granted.length)
      expect(granted.length).to.be.within(1, LIMIT)
    })

    it('grants nothing more to a key that was spent before, when the data is lost', async () => {
      const key = await limitedKey()
      const before = await callUntil(key, (answers) => withStatus(answers, 429).length > 0)
      expect(withStatus(before, 200)).to.have.length(LIMIT)
      const name = `pageprobe:key:${key.split('_')[1]}`
      const stored = await administer((client) => client.get(name))
      await redis.service.kill()
      await sleep(OUTAGE_MS)
      await redis.service.start()
      await administer((client) => client.set(name, stored ?? ''))
      const recoveredMs = await untilAllIsBack()
      const after = await callUntil(key, (answers) => answers.length >= 5 * CALLERS)
      reportFault({
        fault: 'the store killed, and back without its data, under a spent key',
        accepted: LIMIT,
        repeated: withStatus(after, 200).length,
        recoveredMs,
      })
      expect(withStatus(after, 429)).to.have.length(after.length)
    })

    it('loses no inspection with several waiting callers, when the data survives', async () => {
      await administer((client) => client.config('SET', 'save', KEEPING))
      const accepted = await requestAsync(service.url, site.url('/held'))
      const waiting = [0, 1].map(() => getMetadata(service.url, site.url('/held')))
      while (site.hits('/held') === 0) await sleep(10)
      await untilWaiting()
      await redis.service.stop()
      const interrupted = await Promise.all(waiting)
      expectDocumented(interrupted)
      held.resolve()
      await redis.service.start()
      const recoveredMs = await untilAllIsBack()
      const locations = interrupted.map(({ headers }) => headers.get('location') ?? 'none')
      const answers = await Promise.all([`/inspections/${accepted}`, ...locations].map(ended))
      reportFault({
        fault: 'the store restarted with its data, under waiting calls',
        accepted: answers.length,
        lost: answers.length - withStatus(answers, 200).length,
        repeated: site.hits('/held') - 1,
        recoveredMs,
      })
      for (const { status, json } of answers) expect([status, json?.title]).to.deep.equal([200, 'Page /held'])
      expect(site.hits('/held')).to.equal(1)
    })

    async function ended(location: string): Promise<ApiAnswer> {
      let answer = await get(service.url + location)
      for (; answer.status === 202; answer = await get(service.url + location)) await sleep(100)
      return answer
    }

    /** Both callers have joined: they wait for the same inspection, which counts once. */
    async function untilWaiting(): Promise<void> {
      const joined = 'pageprobe_inspection_requests_total{operation="metadata",outcome="coalesced"}'
      while ((await metric(service.url, joined)) !== 2) await sleep(50)
    }
  })
})
