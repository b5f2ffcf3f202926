import { expect } from 'chai'
import type { ParameterizedContext } from 'koa'
import type { ApiKey, ApiKeys, Scope } from '#gateway/access/api-keys.ts'
import type { AuthThrottle } from '#gateway/access/auth-throttle.ts'
import { authenticate } from '#gateway/middleware/authenticate.ts'
import type { CallState } from '#gateway/middleware/call-state.ts'
import type { Failure } from '#shared/errors.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const key = { id: 'abcdefgh', scopes: ['metadata', 'batch'] } as unknown as ApiKey
const apiKeys: ApiKeys = { find: async (presented) => (presented === 'right' ? key : null) }
const allowance = { limit: 30, remaining: 0, reset: 1_800_000_000, resetAfter: 7 }

describe('authenticate', () => {
  let recorded: string[]
  let isSpent: boolean
  beforeEach(() => {
    recorded = []
    isSpent = false
  })
  const authThrottle: AuthThrottle = {
    async recordFailure(client) {
      recorded.push(client)
      return isSpent ? allowance : null
    },
  }

  function context(presented: string) {
    const headers: Record<string, string> = { 'X-API-Key': presented, 'X-Forwarded-For': '198.51.100.7' }
    const answered: Record<string, string> = {}
    const call = {
      get: (name: string) => headers[name] ?? '',
      set: (name: string | Record<string, string>, value = '') =>
        void Object.assign(answered, typeof name === 'string' ? { [name]: value } : name),
      req: { socket: { remoteAddress: '192.0.2.1' } },
      state: {},
    }
    return { call: call as unknown as ParameterizedContext<CallState>, answered }
  }

  async function pass(presented: string, scope: Scope | null, trustProxy = false) {
    const { call } = context(presented)
    let isPassed = false
    await authenticate({ apiKeys, authThrottle, trustProxy }, scope)(call as never, async () => {
      isPassed = true
    })
    return { key: call.state.key, isPassed }
  }

  async function rejection(presented: string, scope: Scope | null) {
    const { call, answered } = context(presented)
    const middleware = authenticate({ apiKeys, authThrottle, trustProxy: false }, scope)
    const passing = Promise.resolve(middleware(call as never, () => Promise.reject(new Error('let pass'))))
    const { code, details } = (await rejectionOf(passing)) as Failure
    return { code, details, answered }
  }

  for (const scope of ['metadata', 'batch', null] as const) {
    it(`accepts a key with the scope: ${scope}`, async () => {
      expect(await pass('right', scope)).to.deep.equal({ key, isPassed: true })
    })
  }

  it('rejects a call without key, with a hint and a challenge (RFC 9110, section 11.6.1) other than Basic', async () => {
    for (const presented of ['', 'wrong']) {
      const { code, details, answered } = await rejection(presented, null)
      expect(code).to.equal('INVALID_API_KEY')
      expect(details).to.have.keys('hint')
      expect(answered['WWW-Authenticate']).to.match(/^[A-Za-z]+ realm="[^"]+"$/)
      expect(answered['WWW-Authenticate']).to.not.match(/^Basic/i)
    }
  })

  it('rejects a key without the scope and names the scope; that is no failed attempt', async () => {
    expect(await rejection('right', 'snapshot')).to.deep.equal({
      code: 'INSUFFICIENT_PERMISSIONS',
      details: { required_scope: 'snapshot' },
      answered: {},
    })
    expect(recorded).to.deep.equal([])
  })

  it('tells a client with too many failures when to try again', async () => {
    isSpent = true
    const { code, details, answered } = await rejection('wrong', 'metadata')
    expect(code).to.equal('RATE_LIMIT_EXCEEDED')
    expect(details).to.deep.equal({ limit: 30, remaining: 0, reset: 1_800_000_000, reset_after: 7 })
    expect(answered).to.deep.equal({
      'X-RateLimit-Limit': '30',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': '1800000000',
    })
  })

  it('accepts a valid key however often its client failed, and counts nothing', async () => {
    isSpent = true
    expect(await pass('right', 'metadata')).to.include({ isPassed: true })
    expect(recorded).to.deep.equal([])
  })

  it('counts failures against the peer, or against the address that a trusted proxy appended', async () => {
    await rejectionOf(pass('wrong', null))
    await rejectionOf(pass('wrong', null, true))
    expect(recorded).to.deep.equal(['192.0.2.1', '198.51.100.7'])
  })
})
