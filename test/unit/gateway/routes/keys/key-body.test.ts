import { expect } from 'chai'
import type { ApiKey } from '#gateway/access/api-keys.ts'
import { createdKeyBody, keyBody, parseNewKey } from '#gateway/routes/keys/key-body.ts'
import type { Failure } from '#shared/errors.ts'

const stored: ApiKey = {
  id: 'abcdefgh',
  hash: 'a-hash',
  plan: 'pro',
  scopes: ['metadata', 'admin'],
  label: 'shop',
  isRevoked: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  limits: { metadata: 5 },
  metadataTtlSeconds: null,
}
const described = {
  id: 'abcdefgh',
  plan: 'pro',
  scopes: ['metadata', 'admin'],
  limits: { metadata: 5 },
  metadata_ttl_seconds: null,
  label: 'shop',
  owner: 'abcdefgh',
  state: 'active',
  created_at: '2026-01-01T00:00:00.000Z',
}

describe('the body of a key', () => {
  it('describes it without its hash', () => {
    expect(keyBody(stored)).to.deep.equal(described)
    expect(keyBody({ ...stored, owner: 'firm', isRevoked: true })).to.include({
      owner: 'firm',
      state: 'revoked',
    })
  })

  it('has the secret of a new key', () => {
    expect(createdKeyBody({ key: 'pp_x', stored })).to.deep.equal({ ...described, key: 'pp_x' })
  })
})

describe('parseNewKey', () => {
  it('names every error, the first in the details', () => {
    try {
      parseNewKey({ plan: 'gold', hash: 'x' })
    } catch (error) {
      const { code, message, details } = error as Failure
      expect([code, details]).to.deep.equal([
        'VALIDATION_ERROR',
        { parameter: 'plan', reason: 'must be one of: free, pro, enterprise' },
      ])
      return expect(message).to.include('hash is not a known parameter')
    }
    expect.fail('it was accepted')
  })
})
