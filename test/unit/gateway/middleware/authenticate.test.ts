import { expect } from 'chai'
import type { ParameterizedContext } from 'koa'
import type { ApiKey, ApiKeys, Scope } from '#gateway/access/api-keys.ts'
import type { AuthThrottle } from '#gateway/access/auth-throttle.ts'
import { authenticate } from '#gateway/middleware/authenticate.ts'
import type { CallState } from '#gateway/middleware/call-state.ts'
import type { Failure } from '#shared/errors.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const key = { id: 'abcdefgh', scopes: ['metadata', 'batch'] } as unknown as ApiKey
const apiKeys: ApiKeys = { find: async (shown) => (shown === 'right' ? key : null) }
const allowance = { limit: 30, remaining: 0, reset: 1_800_000_000, resetAfter: 7 }

describe('authenticate', () => {
  let noted: string[]
  let isSpent: boolean
  beforeEach(() => {
    noted = []
    isSpent = false
  })
  const authThrottle: AuthThrottle = {
    async recordFailure(client) {
      noted.push(client)
      return isSpent ? allowance : null
    },
  }

  function context(shown: string) {
    const headers: Record<string, string> = { 'X-API-Key': shown, 'X-Forwarded-For': '198.51.100.7' }
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

  async function pass(shown: string, scope: Scope | null, trustProxy = false) {
    const { call } = context(shown)
    let isPassed = false
    await authenticate({ apiKeys, authThrottle, trustProxy }, scope)(call as never, async () => {
      isPassed = true
    })
    return { key: call.state.key, isPassed }
  }

  async function refusal(shown: string, scope: Scope | null) {
    const { call, answered } = context(shown)
    const middleware = authenticate({ apiKeys, authThrottle, trustProxy: false }, scope)
    const passing = Promise.resolve(middleware(call as never, () => Promise.reject(new Error('let pass'))))
    const { code, details } = (await rejectionOf(passing)) as Failure
    return { code, details, answered }
  }

  for (const scope of ['metadata', 'batch', null] as const) {
    it(`lets a key pass that has the scope: ${scope}`, async () => {
      expect(await pass('right', scope)).to.deep.equal({ key, isPassed: true })
    })
  }

  it('stops who has none, with a hint and a challenge (RFC 9110, 11.6.1) that is not Basic', async () => {
    for (const shown of ['', 'wrong']) {
      const { code, details, answered } = await refusal(shown, null)
      expect(code).to.equal('INVALID_API_KEY')
      expect(details).to.have.keys('hint')
      expect(answered['WWW-Authenticate']).to.match(/^[A-Za-z]+ realm="[^"]+"$/)
      expect(answered['WWW-Authenticate']).to.not.match(/^Basic/i)
    }
  })

  it('stops a key without the scope, and names it; that is no failed attempt', async () => {
    expect(await refusal('right', 'snapshot')).to.deep.equal({
      code: 'INSUFFICIENT_PERMISSIONS',
      details: { required_scope: 'snapshot' },
      answered: {},
    })
    expect(noted).to.deep.equal([])
  })

  it('tells who failed too often when to come again', async () => {
    isSpent = true
    const { code, details, answered } = await refusal('wrong', 'metadata')
    expect(code).to.equal('RATE_LIMIT_EXCEEDED')
    expect(details).to.deep.equal({ limit: 30, remaining: 0, reset: 1_800_000_000, reset_after: 7 })
    expect(answered).to.deep.equal({
      'X-RateLimit-Limit': '30',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': '1800000000',
    })
  })

  it('lets a right key pass however often its client failed, and notes nothing', async () => {
    isSpent = true
    expect(await pass('right', 'metadata')).to.include({ isPassed: true })
    expect(noted).to.deep.equal([])
  })

  it('holds failures against whoever is connected, or whom a trusted proxy names', async () => {
    await rejectionOf(pass('wrong', null))
    await rejectionOf(pass('wrong', null, true))
    expect(noted).to.deep.equal(['192.0.2.1', '198.51.100.7'])
  })
})
