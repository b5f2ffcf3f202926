import { expect } from 'chai'
import { cors } from '#gateway/middleware/cors.ts'
import { type Answer, httpCall } from '../support/http-call.ts'
import { type SmallApp, serveApp } from '../support/serve-app.ts'

const APP = 'https://app.example'

describe('cors', () => {
  let apps: SmallApp[]
  beforeEach(() => {
    apps = []
  })
  afterEach(() => {
    for (const app of apps) app.close()
  })

  async function call(origins: string[], method: string, headers: Record<string, string>): Promise<Answer> {
    const app = await serveApp(cors({ origins, methodsOf: () => ['HEAD', 'GET'] }), (context) => {
      context.status = 405
    })
    apps.push(app)
    return httpCall(app.url, '/metadata', { method, headers })
  }

  const namesOf = ({ headers }: Answer) =>
    Object.keys(headers).filter((name) => name.startsWith('access-control') || name === 'vary')
  const preflight = {
    Origin: APP,
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': 'x-api-key',
  }

  it('sets no header when no origin is configured', async () => {
    for (const [method, headers] of [
      ['GET', { Origin: APP }],
      ['OPTIONS', preflight],
    ] as const) {
      const answer = await call([], method, headers)
      expect([answer.status, namesOf(answer)]).to.deep.equal([405, []])
    }
  })

  it('lets a configured origin read the answer and its headers', async () => {
    const { headers } = await call(['https://other.example', APP], 'GET', { Origin: APP })
    expect(headers).to.include({ 'access-control-allow-origin': APP, vary: 'Origin' })
    const exposed = headers['access-control-expose-headers']?.split(', ')
    expect(exposed).to.include.members([
      'X-Request-Id',
      'X-Cache',
      'X-RateLimit-Remaining',
      'Retry-After',
      'Location',
      'X-Events-Cursor',
      'X-Events-Missed',
    ])
    expect(headers).not.to.have.property('access-control-allow-credentials')
  })

  it('lets a configured origin send a key with the methods of the path', async () => {
    const { status, headers, body } = await call([APP], 'OPTIONS', preflight)
    expect([status, body.length]).to.deep.equal([204, 0])
    expect(headers).to.include({
      'access-control-allow-origin': APP,
      'access-control-allow-methods': 'HEAD, GET',
      vary: 'Origin',
    })
    expect(headers['access-control-allow-headers']?.toLowerCase().split(', ')).to.include.members([
      'x-api-key',
      'content-type',
      'last-event-id',
    ])
  })

  for (const origin of [
    'https://evil.example',
    'https://app.example.evil',
    'http://app.example',
    'null',
    'https://app.example:8443',
  ]) {
    it(`sets nothing but Vary for another origin: ${origin}`, async () => {
      for (const method of ['GET', 'OPTIONS']) {
        const answer = await call([APP], method, { ...preflight, Origin: origin })
        expect([answer.status, namesOf(answer)]).to.deep.equal([405, ['vary']])
      }
    })
  }

  it('passes on OPTIONS without Access-Control-Request-Method', async () => {
    expect((await call([APP], 'OPTIONS', { Origin: APP })).status).to.equal(405)
  })
})
