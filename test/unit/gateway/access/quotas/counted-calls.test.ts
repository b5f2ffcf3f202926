import { expect } from 'chai'
import type { ApiKey } from '#gateway/access/api-keys.ts'
import { consumeQuota, type Quotas } from '#gateway/access/quotas.ts'
import { errors } from '#gateway/middleware/errors.ts'
import { Failure, unavailable } from '#shared/errors.ts'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import type { StageHandler } from '#shared/stage/stage-handler.ts'
import { eventually } from '#test/contract/eventually.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { resultOf } from '#test/unit/shared/stage/toy-stage.ts'
import { type GatewayFixture, startGatewayFixture } from '../../support/gateway-fixture.ts'
import { type Answer, httpCall } from '../../support/http-call.ts'
import { serveApp } from '../../support/serve-app.ts'
import { someKey } from '../../support/some-key.ts'

const DAY_SECONDS = 86_400
const target = (path: string) => `/metadata?url=${encodeURIComponent(`http://shop.example${path}`)}`

describe('consumeQuota', () => {
  it('fails with the error of the store and sets no rate limit headers', async () => {
    const away = () => Promise.reject(unavailable('store'))
    const quotas: Quotas = {
      consume: away,
      refund: away,
      itemQuota: () => ({ key: 'k', limit: 1 }),
      usage: away,
    }
    const app = await serveApp(errors(silentLog), (context) =>
      consumeQuota(context, { operation: 'metadata', owner: someKey }, quotas),
    )
    const { status, headers } = await httpCall(app.url, '/')
    app.close()
    expect(status).to.equal(503)
    expect(headers).not.to.have.any.keys('x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset')
  })
})

describe('a call that counts', () => {
  let gateway: GatewayFixture
  before(async () => {
    gateway = await startGatewayFixture({
      async handle(work) {
        const { url } = describeRequest(work.event, work.lane)
        if (url.includes('robots')) throw new Failure('ROBOTS_TXT_BLOCKED', 'no', { details: { url } })
        if (url.includes('slow')) throw new Failure('TIMEOUT', 'too slow', { details: { url } })
        return resultOf(work, '{}')
      },
      checkTarget: (url) =>
        url.includes('private')
          ? { kind: 'refused', reason: 'address_not_allowed', message: 'url must not be private' }
          : { kind: 'allowed' },
    })
  })
  after(() => gateway.stop())

  const keyWith = (limits: ApiKey['limits'], plan: ApiKey['plan'] = 'free') =>
    gateway.makeKey(['metadata', 'snapshot'], { limits, plan })
  const quotaOf = ({ headers }: Answer) => [
    headers['x-ratelimit-limit'],
    headers['x-ratelimit-remaining'],
    headers['x-ratelimit-reset'],
  ]
  /** The next UTC midnight, in seconds since the epoch. */
  const midnightAfter = (at: number) => (Math.floor(at / 1000 / DAY_SECONDS) + 1) * DAY_SECONDS
  const midnight = () => String(midnightAfter(Date.now()))
  const secondsToMidnight = (at: number) => Math.ceil(midnightAfter(at) - at / 1000)
  const none = [undefined, undefined, undefined]

  it('has the rate limit headers, with a new and with a cached answer', async () => {
    const key = await keyWith({ metadata: 50 })
    const first = await gateway.call(key, target('/cached'))
    expect([first.status, first.headers['x-cache'], ...quotaOf(first)]).to.deep.equal([
      ...[200, 'MISS', '50', '49'],
      midnight(),
    ])
    let calls = 1
    let cached = first
    await eventually(async () => {
      calls++
      cached = await gateway.call(key, target('/cached'))
      return cached.headers['x-cache'] === 'HIT'
    })
    expect(quotaOf(cached)).to.deep.equal(['50', String(50 - calls), midnight()])
  })

  it('has the rate limit headers with 202 and with a failed inspection', async () => {
    const key = await keyWith({ metadata: 9 })
    const accepted = await gateway.call(key, target('/async'), { headers: { Prefer: 'respond-async' } })
    expect([accepted.status, ...quotaOf(accepted)]).to.deep.equal([202, '9', '8', midnight()])
    for (const [path, status, remaining] of [
      ['/robots', 403, '7'],
      ['/slow', 500, '6'],
    ] as const) {
      const failed = await gateway.call(key, target(path))
      expect([failed.status, ...quotaOf(failed)]).to.deep.equal([status, '9', remaining, midnight()])
    }
    const read = await gateway.call(key, accepted.headers.location ?? '')
    expect([read.status, ...quotaOf(read)]).to.deep.equal([200, ...none])
  })

  it('has passed authentication, validation and the check of its target', async () => {
    const key = await keyWith({ metadata: 2, snapshot: 2 })
    const poor = await gateway.makeKey(['snapshot'], { limits: { metadata: 2 } })
    const rejected: [string | null, string, number][] = [
      [null, target('/'), 401],
      [poor, target('/'), 403],
      [key, '/metadata', 400],
      [key, `${target('/')}&device=watch`, 400],
      [key, target('/private'), 400],
      [key, '/snapshot', 405],
      [key, '/metadata/', 404],
    ]
    for (const [sent, path, status] of rejected) {
      const answer = await gateway.call(sent, path)
      expect([answer.status, ...quotaOf(answer)], path).to.deep.equal([status, ...none])
    }
    const media = { method: 'POST', body: 'x', headers: { 'Content-Type': 'text/plain' } }
    const unread = await gateway.call(key, '/snapshot', media)
    expect([unread.status, ...quotaOf(unread)]).to.deep.equal([415, ...none])
    expect(quotaOf(await gateway.call(key, target('/first')))).to.deep.equal(['2', '1', midnight()])
  })

  it('is rejected with 429, shape C, when the quota is spent, also with a cached answer', async () => {
    const key = await keyWith({ metadata: 1, snapshot: 0 })
    expect((await gateway.call(key, target('/spent'))).status).to.equal(200)
    for (const path of ['/spent', '/other']) {
      const before = Date.now()
      const { status, headers, json } = await gateway.call(key, target(path))
      const after = Date.now()
      expect(status).to.equal(429)
      expect(headers).to.not.have.property('x-cache')
      const { success, error } = json()
      expect([success, error.code]).to.deep.equal([false, 'RATE_LIMIT_EXCEEDED'])
      expect(error.details).to.have.all.keys('limit', 'remaining', 'reset', 'reset_after')
      expect(error.details).to.include({ limit: 1, remaining: 0, reset: Number(midnight()) })
      expect(error.details.reset_after).to.be.within(secondsToMidnight(after), secondsToMidnight(before))
      expect(headers['retry-after']).to.equal(String(error.details.reset_after))
      expect(quotaOf({ headers } as Answer)).to.deep.equal(['1', '0', midnight()])
    }
    const body = JSON.stringify({ url: 'http://shop.example/' })
    const { status, json } = await gateway.call(key, '/snapshot', { method: 'POST', body })
    expect([status, json().success, json().error.details.limit]).to.deep.equal([429, false, 0])
  })

  it('is rejected for its quota only when nothing else is wrong', async () => {
    const key = await keyWith({ metadata: 0 })
    expect((await gateway.call(key, '/metadata')).status).to.equal(400)
    expect((await gateway.call(key, target('/private'))).status).to.equal(400)
    expect((await gateway.call(key, target('/'))).status).to.equal(429)
  })

  it('has no rate limit headers when the key has no limit', async () => {
    const key = await keyWith({}, 'enterprise')
    expect(quotaOf(await gateway.call(key, target('/unlimited')))).to.deep.equal(none)
  })

  it('gets no more than the limit when many come at once', async () => {
    const key = await keyWith({ metadata: 5 })
    await gateway.call(key, target('/burst'))
    const answers = await Promise.all(Array.from({ length: 40 }, () => gateway.call(key, target('/burst'))))
    expect(answers.filter(({ status }) => status === 429)).to.have.length(36)
  })

  it('counts also when there is no capacity for it', async () => {
    const held = Promise.withResolvers<void>()
    const handle: StageHandler['handle'] = (work) => held.promise.then(() => resultOf(work, '{}'))
    const small = await startGatewayFixture({ handle, env: { QUEUE_LIMIT: '1' } })
    const key = await small.makeKey(['metadata'], { limits: { metadata: 20 } })
    const headers = { Prefer: 'respond-async' }
    expect((await small.call(key, target('/held'), { headers })).status).to.equal(202)
    const full = await small.call(key, target('/full'), { headers })
    held.resolve()
    await small.stop()
    expect([full.status, ...quotaOf(full)]).to.deep.equal([503, '20', '18', midnight()])
    expect(full.headers).to.have.property('retry-after')
  })
})
