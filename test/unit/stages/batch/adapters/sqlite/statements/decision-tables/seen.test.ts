import { expect } from 'chai'
import { openTables } from '#stages/batch/adapters/sqlite/tables.ts'
import { digest } from '#stages/batch/frontier/decisions/item-hash.ts'
import { storeOfEachTest } from '../../../../store-fixture.ts'

describe('seenTable', () => {
  const store = storeOfEachTest()
  const table = () => openTables(store.database.db, 2).seen

  it('records an item once in each batch', () => {
    const seen = table()
    const [one, two] = [digest('one'), digest('two')]
    expect([seen.isNew(1, one), seen.isNew(1, one), seen.isNew(1, two), seen.isNew(2, one)]).to.deep.equal([
      ...[true, false, true, true],
    ])
  })

  it('counts the members of families', () => {
    const seen = table()
    for (const name of ['a', 'a', 'b']) seen.join(1, digest(name))
    expect(['a', 'b', 'c'].map((name) => seen.membersOf(1, digest(name)))).to.deep.equal([2, 1, 0])
    expect(seen.membersOf(2, digest('a'))).to.equal(0)
  })

  it('stores a set of parameters once in each batch', () => {
    const seen = table()
    const id = seen.parametersId(1, '{"a":1}')
    expect(seen.parametersId(1, '{"a":1}')).to.equal(id)
    expect(seen.parameters(id)).to.equal('{"a":1}')
    expect([seen.parametersId(1, '{"a":2}'), seen.parametersId(2, '{"a":1}')]).to.not.include(id)
  })

  it('removes the rows of one batch', () => {
    const seen = table()
    for (const batch of [1, 2]) seen.isNew(batch, digest('one'))
    expect(seen.remove(1, 10)).to.equal(1)
    expect([seen.isNew(1, digest('one')), seen.isNew(2, digest('one'))]).to.deep.equal([true, false])
  })
})
