import { expect } from 'chai'
import { inputsTable } from '#stages/batch/adapters/sqlite/shard/inputs-table.ts'
import { shardTablesOfEachTest } from './shard-store-fixture.ts'

describe('inputsTable', () => {
  const shard = shardTablesOfEachTest()

  it('begins both inputs at their first position', () => {
    expect(shard.tables.inputs.positions()).to.deep.equal({ intake: 0, ended: 0 })
  })

  it('keeps the last position of each input', () => {
    const { inputs } = shard.tables
    inputs.set('intake', 7)
    inputs.set('ended', 2 ** 40)
    inputs.set('intake', 3)
    expect(inputs.positions()).to.deep.equal({ intake: 3, ended: 2 ** 40 })
    expect(inputsTable(shard.db).positions()).to.deep.equal({ intake: 3, ended: 2 ** 40 })
  })
})
