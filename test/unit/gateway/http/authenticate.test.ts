import { expect } from 'chai'
import type { ParameterizedContext } from 'koa'
import { authenticate } from '#gateway/http/authenticate.ts'
import type { CallState } from '#gateway/http/context.ts'
import type { ApiKey, KeyRing, Scope } from '#gateway/keys.ts'
import type { Failure } from '#shared/errors.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const key = { id: 'abcdefgh', scopes: ['metadata', 'batch'] } as unknown as ApiKey
const ring: KeyRing = { find: async (shown) => (shown === 'right' ? key : null) }

function context(shown: string) {
  const headers: Record<string, string> = { 'X-API-Key': shown }
  return {
    get: (name: string) => headers[name] ?? '',
    state: {},
  } as unknown as ParameterizedContext<CallState>
}

describe('authenticate', () => {
  async function pass(shown: string, scope: Scope | null) {
    const [call, passed] = [context(shown), { on: false }]
    await authenticate(ring, scope)(call as never, async () => {
      passed.on = true
    })
    return { key: call.state.key, isPassed: passed.on }
  }

  const refusal = async (shown: string, scope: Scope | null) => {
    const { code, details } = (await rejectionOf(pass(shown, scope))) as Failure
    return { code, details }
  }

  for (const scope of ['metadata', 'batch', null] as const) {
    it(`lets a key pass that has the scope: ${scope}`, async () => {
      expect(await pass('right', scope)).to.deep.equal({ key, isPassed: true })
    })
  }

  it('stops who has none, with a hint', async () => {
    for (const shown of ['', 'wrong']) {
      const { code, details } = await refusal(shown, null)
      expect(code).to.equal('INVALID_API_KEY')
      expect(details).to.have.keys('hint')
    }
  })

  it('stops a key without the scope, and names it', async () => {
    expect(await refusal('right', 'snapshot')).to.deep.equal({
      code: 'INSUFFICIENT_PERMISSIONS',
      details: { required_scope: 'snapshot' },
    })
  })
})
