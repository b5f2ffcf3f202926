import { expect } from 'chai'
import { limitNames } from '#gateway/access/api-keys.ts'
import { keyAnswer, usage } from '#gateway/access/key-answers.ts'

describe('answers about keys', () => {
  it('tell the use of everything that has a daily limit', () => {
    expect(Object.keys(usage.shape.operations.shape)).to.deep.equal([...limitNames])
  })

  it('have no place for a secret or its hash', () => {
    expect(Object.keys(keyAnswer.shape)).to.deep.equal([
      ...['id', 'plan', 'scopes', 'limits', 'metadata_ttl_seconds', 'label', 'owner', 'state', 'created_at'],
    ])
  })
})
