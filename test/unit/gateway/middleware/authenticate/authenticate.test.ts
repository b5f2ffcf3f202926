import { expect } from 'chai'
import type { ApiKey, ApiKeys, Scope } from '#gateway/access/api-keys.ts'
import type { AuthThrottle } from '#gateway/access/auth-throttle.ts'
import { authenticate } from '#gateway/middleware/authenticate.ts'
import { errors } from '#gateway/middleware/errors.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { httpCall } from '../../support/http-call.ts'
import { type SmallApp, serveApp } from '../../support/serve-app.ts'
import { someKey } from '../../support/some-key.ts'

const key: ApiKey = { ...someKey, scopes: ['metadata', 'batch'] }
const apiKeys: ApiKeys = { find: async (presented) => (presented === 'right' ? key : null) }
const allowance = { limit: 30, remaining: 0, reset: 1_800_000_000, resetAfter: 7 }
const PEER = '127.0.0.1'

describe('authenticate', () => {
  let recorded: string[]
  let isSpent: boolean
  let app: SmallApp | null
  beforeEach(() => {
    recorded = []
    isSpent = false
    app = null
  })
  afterEach(() => app?.close())
  const authThrottle: AuthThrottle = {
    async recordFailure(client) {
      recorded.push(client)
      return isSpent ? allowance : null
    },
  }

  /** Calls a route behind it, which answers with the id of the key. */
  async function call(presented: string, scope: Scope | null, trustProxy = false) {
    app?.close()
    app = await serveApp(
      errors(silentLog),
      authenticate({ apiKeys, authThrottle, trustProxy }, scope),
      (context) => {
        context.body = { id: context.state.key.id }
      },
    )
    const headers = { 'X-API-Key': presented, 'X-Forwarded-For': '198.51.100.7' }
    const { status, json, headers: answered } = await httpCall(app.url, '/', { headers })
    return { status, answered, ...json() }
  }

  for (const scope of ['metadata', 'batch', null] as const) {
    it(`accepts a key with the scope: ${scope}`, async () => {
      expect(await call('right', scope)).to.include({ status: 200, id: key.id })
    })
  }

  it('rejects a call without key, with a hint and a challenge (RFC 9110, section 11.6.1) other than Basic', async () => {
    for (const presented of ['', 'wrong']) {
      const { status, error, answered } = await call(presented, null)
      expect([status, error.code]).to.deep.equal([401, 'INVALID_API_KEY'])
      expect(error.details).to.have.keys('hint')
      expect(answered['www-authenticate'])
        .to.match(/^[A-Za-z]+ realm="[^"]+"$/)
        .and.not.match(/^Basic/i)
    }
  })

  it('rejects a key without the scope and names the scope; that is no failed attempt', async () => {
    const { status, error, answered } = await call('right', 'snapshot')
    expect([status, error.code]).to.deep.equal([403, 'INSUFFICIENT_PERMISSIONS'])
    expect(error.details).to.deep.equal({ required_scope: 'snapshot' })
    expect(answered).not.to.have.any.keys('www-authenticate', 'x-ratelimit-limit')
    expect(recorded).to.deep.equal([])
  })

  it('tells a client with too many failures when to try again', async () => {
    isSpent = true
    const { status, error, answered } = await call('wrong', 'metadata')
    expect([status, error.code]).to.deep.equal([429, 'RATE_LIMIT_EXCEEDED'])
    expect(error.details).to.deep.equal({ limit: 30, remaining: 0, reset: 1_800_000_000, reset_after: 7 })
    expect(answered).to.include({
      'x-ratelimit-limit': '30',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '1800000000',
    })
  })

  it('accepts a valid key however often its client failed, and counts nothing', async () => {
    isSpent = true
    expect(await call('right', 'metadata')).to.include({ status: 200 })
    expect(recorded).to.deep.equal([])
  })

  it('counts failures against the peer, or against the address that a trusted proxy appended', async () => {
    await call('wrong', null)
    await call('wrong', null, true)
    expect(recorded).to.deep.equal([PEER, '198.51.100.7'])
  })
})
