import { expect } from 'chai'
import {
  idOfKey,
  type ListedKey,
  limitsInWords,
  sortedKeys,
} from '#gateway/console/app/views/keys/key-list.ts'

function keyOf(id: string, state: ListedKey['state'], created_at: string): ListedKey {
  return { id, label: '', owner: id, plan: 'free', scopes: [], limits: {}, state, created_at }
}

describe('the list of keys', () => {
  it('knows the id within a key', () => {
    expect(idOfKey('pp_benchkey_00000000000000000000000000000000')).to.equal('benchkey')
    expect(idOfKey('benchkey')).to.equal(null)
    expect(idOfKey(null)).to.equal(null)
  })

  it('has own limits in words', () => {
    expect(limitsInWords({ snapshot: 200, batch: 1000 })).to.equal('snapshot 200, batch 1,000')
    expect(limitsInWords({ snapshot: 0 })).to.equal('snapshot 0')
    expect(limitsInWords({})).to.equal("the plan's")
  })

  it('has active keys first, the newest of each first', () => {
    const keys = [
      keyOf('a', 'revoked', '2026-01-03'),
      keyOf('b', 'active', '2026-01-01'),
      keyOf('c', 'active', '2026-01-02'),
      keyOf('d', 'revoked', '2026-01-04'),
    ]
    expect(sortedKeys(keys).map(({ id }) => id)).to.deep.equal(['c', 'b', 'd', 'a'])
  })
})
