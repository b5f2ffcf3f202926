import { Agent } from 'node:http'
import { expect } from 'chai'
import { Failure, unavailable } from '#shared/errors.ts'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import type { StageHandler, Work } from '#shared/stage/stage-handler.ts'
import { eventually } from '#test/contract/eventually.ts'
import { resultOf } from '#test/unit/shared/stage/toy-stage.ts'
import { type GatewayFixture, startGatewayFixture } from '../../support/gateway-fixture.ts'

const target = (path = '/') => encodeURIComponent(`http://shop.example${path}`)
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The answer of a page that is slow, until a test gives it. */
const held = Promise.withResolvers<string>()

/** What the stage does for each path of the target. */
const behaviours: Record<string, (work: Work) => Promise<string>> = {
  '/held': () => held.promise,
  '/timeout': async () => {
    throw new Failure('TIMEOUT', 'too slow', { details: { url: 'x', timeout_ms: 1 } })
  },
  '/robots': async () => {
    throw new Failure('ROBOTS_TXT_BLOCKED', 'no', {
      details: { url: 'x', robots_txt_url: 'y', user_agent: 'z' },
    })
  },
  '/redirected': async () => {
    throw new Failure('INVALID_URL', 'url must not point to a private or reserved address', {
      details: { url: 'x' },
    })
  },
  '/away': () => Promise.reject(unavailable('objects', new Error('connect ECONNREFUSED 10.0.0.9:9000'))),
  '/broken': () => Promise.reject(new Error('EACCES /srv/secret/file')),
  '/large': async () => JSON.stringify({ text: 'x'.repeat(300_000) }),
  '/1024': async () => JSON.stringify({ text: 'x'.repeat(1024 - '{"text":""}'.length) }),
  '/1025': async () => JSON.stringify({ text: 'x'.repeat(1025 - '{"text":""}'.length) }),
}

const handle: StageHandler['handle'] = async (work) => {
  const outline = describeRequest(work.event, work.lane)
  const behaviour = behaviours[new URL(outline.url).pathname]
  const json =
    (await behaviour?.(work)) ?? JSON.stringify({ url: outline.url, parameters: outline.parameters })
  return resultOf(work, json)
}

describe('GET /metadata', () => {
  let gateway: GatewayFixture
  let key: string
  before(async () => {
    gateway = await startGatewayFixture({
      handle,
      checkTarget(url) {
        if (!url.includes('private')) return { kind: 'allowed' }
        const message = 'url must not point to a private or reserved address'
        return { kind: 'refused', reason: 'address_not_allowed', message }
      },
    })
    key = await gateway.makeKey(['metadata'])
  })
  after(() => gateway.stop())

  const get = (query: string, headers = {}) => gateway.call(key, `/metadata?${query}`, { headers })
  const inspect = (path: string, headers = {}) => get(`url=${target(path)}`, headers)

  it('answers with the result as it is', async () => {
    const answer = await get(`url=${target('/ü?a=1&b=2')}&max_links=7&fields=og,basic`)
    expect(answer.status).to.equal(200)
    expect(answer.headers['content-type']).to.match(/^application\/json/)
    expect(answer.json()).to.deep.equal({
      url: 'http://shop.example/ü?a=1&b=2',
      parameters: {
        url: 'http://shop.example/ü?a=1&b=2',
        fields: 'og,basic',
        device: 'desktop',
        max_images: 25,
        max_links: 7,
      },
    })
  })

  it('has Server-Timing when a stage reports times', async () => {
    const { headers } = await inspect('/timing')
    expect(headers['server-timing'] ?? 'fetch;dur=1').to.match(/^[a-z]+;dur=[\d.]+(, [a-z]+;dur=[\d.]+)*$/)
  })

  it('sends a result of over 256 KiB whole', async () => {
    expect((await inspect('/large')).json()).to.deep.equal({ text: 'x'.repeat(300_000) })
  })

  it('sends a cached answer and marks it', async () => {
    const first = await inspect('/cached')
    await eventually(async () => (await inspect('/cached')).headers['x-cache'] === 'HIT')
    const second = await inspect('/cached#top')
    expect(first.headers['x-cache']).to.equal('MISS')
    expect(second.json()).to.deep.equal({ ...first.json(), url: 'http://shop.example/cached#top' })
    const fresh = await inspect('/cached', { 'Cache-Control': 'no-cache' })
    expect(fresh.headers['x-cache']).to.equal('MISS')
  })

  describe('rejects with 400, shape B, with the parameter first', () => {
    const wrong: [query: string, message: RegExp][] = [
      ['', /^url is required/],
      ['url=', /^url must be a valid http or https URL/],
      ['url=ftp%3A%2F%2Fx.example', /^url must be a valid http or https URL/],
      [`url=${target()}&url=${target()}`, /^url /],
      [`url=${target()}&device=mobile&device=mobile`, /^device /],
      [`url=${target()}&device=`, /^device /],
      [`url=${target()}&max_links=0`, /^max_links /],
      [`url=${target()}&max_links=`, /^max_links /],
      [`url=${target()}&fields=`, /^fields /],
      [`url=${target()}&url_=x`, /^url_ /],
      [`url=${target()}&__proto__=x`, /^__proto__ /],
      [`url=${target()}&=x`, /^ is not/],
      [`url=${target('/private')}`, /^url must not point to a private or reserved address$/],
    ]
    for (const [query, message] of wrong) {
      it(query.slice(0, 80) || 'nothing', async () => {
        const answer = await get(query)
        const body = answer.json()
        expect(answer.status).to.equal(400)
        expect(Object.keys(body)).to.have.members(['statusCode', 'error', 'message'])
        expect(body).to.deep.include({ statusCode: 400, error: 'Bad Request' })
        expect(body.message).to.match(message)
      })
    }

    it('lists all errors', async () => {
      const { message } = (await get('device=tv&max_links=x&nope=1')).json()
      for (const name of ['url', 'device', 'max_links', 'nope']) expect(message).to.include(`${name} `)
    })
  })

  describe('answers a failure of the inspection', () => {
    it('TIMEOUT: 500, shape B', async () => {
      const answer = await inspect('/timeout')
      expect(answer.status).to.equal(500)
      expect(answer.json()).to.deep.equal({
        statusCode: 500,
        error: 'Internal Server Error',
        message: 'too slow',
      })
    })

    it('ROBOTS_TXT_BLOCKED: 403, shape C', async () => {
      const answer = await inspect('/robots')
      expect(answer.status).to.equal(403)
      expect(answer.json()).to.deep.equal({
        success: false,
        error: {
          code: 'ROBOTS_TXT_BLOCKED',
          message: 'no',
          details: { url: 'x', robots_txt_url: 'y', user_agent: 'z' },
        },
      })
    })

    it('a redirect to a blocked target: 400, shape B', async () => {
      const answer = await inspect('/redirected')
      expect([answer.status, answer.json().statusCode]).to.deep.equal([400, 400])
      expect(answer.json().message).to.match(/^url /)
    })

    it('an unavailable dependency: 503, shape C, with retry_after', async () => {
      const answer = await inspect('/away')
      expect(answer.status).to.equal(503)
      const { success, error } = answer.json()
      expect([success, error.code]).to.deep.equal([false, 'SERVICE_UNAVAILABLE'])
      expect(error.details.retry_after).to.be.a('number').above(0)
      expect(answer.headers['retry-after']).to.equal(String(error.details.retry_after))
      expect(answer.body.toString()).not.to.include('10.0.0.9')
    })

    it('an unexpected error: 500, shape B, without its reason', async () => {
      const answer = await inspect('/broken')
      expect([answer.status, answer.json().statusCode]).to.deep.equal([500, 500])
      expect(answer.body.toString()).not.to.match(/EACCES|secret/)
    })
  })

  describe('compresses', () => {
    for (const coding of ['br', 'gzip', 'zstd']) {
      it(`an answer of 1,025 bytes with ${coding}, as requested`, async () => {
        const { headers } = await inspect('/1025', { 'Accept-Encoding': coding })
        expect(headers['content-encoding']).to.equal(coding)
        expect(headers.vary).to.match(/accept-encoding/i)
      })
    }

    it('nothing for a client that accepts no coding', async () => {
      const { headers, json } = await inspect('/1025')
      expect(headers['content-encoding'] ?? 'identity').to.equal('identity')
      expect(json().text).to.have.length(1025 - 11)
    })

    it('no answer of 1,024 bytes', async () => {
      const { headers, body } = await inspect('/1024', { 'Accept-Encoding': 'br, gzip' })
      expect([headers['content-encoding'], body.length]).to.deep.equal([undefined, 1024])
    })
  })

  describe('with Prefer: respond-async', () => {
    const submit = (path: string, prefer: string) => inspect(path, { Prefer: prefer })

    for (const prefer of ['respond-async', 'RESPOND-ASYNC', 'wait=10, respond-async', 'respond-async; x=1']) {
      it(`"${prefer}" answers 202 with Location`, async () => {
        const answer = await submit(`/async/${encodeURIComponent(prefer)}`, prefer)
        expect(answer.status).to.equal(202)
        const [, id] = /^\/inspections\/(.+)$/.exec(answer.headers.location ?? '') ?? []
        expect(id).to.match(UUID)
      })
    }

    for (const prefer of ['', 'wait=10', 'respond-asynchronously', 'x=respond-async']) {
      it(`"${prefer}" waits for the answer`, async () =>
        expect((await submit('/sync', prefer)).status).to.equal(200))
    }

    it('rejects a wrong parameter at once', async () => {
      expect((await submit('/private', 'respond-async')).status).to.equal(400)
      expect((await get('', { Prefer: 'respond-async' })).status).to.equal(400)
    })

    it('sends a cached answer at once', async () => {
      await inspect('/kept')
      await eventually(async () => (await inspect('/kept')).headers['x-cache'] === 'HIT')
      expect((await submit('/kept', 'respond-async')).status).to.equal(200)
    })
  })

  describe('with a caller whose time limit passes', () => {
    let impatient: GatewayFixture
    before(async () => {
      impatient = await startGatewayFixture({ handle, env: { ANSWER_TIMEOUT_MS: '100' } })
    })
    after(() => impatient.stop())

    it('answers 503, shape C, with Location', async () => {
      const mine = await impatient.makeKey(['metadata'])
      const answer = await impatient.call(mine, `/metadata?url=${target('/held')}`)
      expect(answer.status).to.equal(503)
      const { success, error } = answer.json()
      expect([success, error.code]).to.deep.equal([false, 'SERVICE_UNAVAILABLE'])
      expect(answer.headers['retry-after']).to.equal(String(error.details.retry_after))
      const location = answer.headers.location ?? ''
      expect(location).to.match(/^\/inspections\//)
      expect((await impatient.call(mine, location)).status).to.equal(202)
      held.resolve('"late"')
      await eventually(async () => (await impatient.call(mine, location)).status === 200)
    })
  })

  it('serves hundreds of calls on one connection without a warning', async () => {
    const warnings: Error[] = []
    const onWarning = (warning: Error) => void warnings.push(warning)
    process.on('warning', onWarning)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ports = new Set<unknown>()
    try {
      for (let count = 0; count < 200; count++) {
        const { status, headers } = await gateway.call(key, `/metadata?url=${target(`/call/${count}`)}`, {
          agent,
        })
        expect(status).to.equal(200)
        ports.add(headers.connection)
      }
      await new Promise(setImmediate)
    } finally {
      agent.destroy()
      process.off('warning', onWarning)
    }
    expect(warnings).to.deep.equal([])
    expect([...ports]).to.deep.equal(['keep-alive'])
  })

  it('accepts a request target in absolute form and never forwards it', async () => {
    const answer = await gateway.call(key, `http://localhost/metadata?url=${target('/absolute')}`)
    expect(answer.status).to.equal(200)
    expect(answer.json().url).to.equal('http://shop.example/absolute')
    expect((await gateway.call(key, 'http://localhost/nowhere')).status).to.equal(404)
    expect((await gateway.call(key, 'http://elsewhere.example/metadata')).status).to.equal(421)
  })
})
