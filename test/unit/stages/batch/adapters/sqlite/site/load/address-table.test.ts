import { DatabaseSync } from 'node:sqlite'
import { expect } from 'chai'
import { loadAddresses, setState } from '#stages/batch/adapters/sqlite/site/load/address-table.ts'
import { SITE_SCHEMA, siteTables } from '#stages/batch/adapters/sqlite/site/statements.ts'

describe('addresses of a site', () => {
  const db = new DatabaseSync(':memory:')
  db.exec(SITE_SCHEMA)
  const { texts } = siteTables(db)
  const ids = [
    'https://b.test/',
    'A title',
    'https://a.test:8080/x',
    'http://a.test:8080/',
    'httpfoo',
    'https://b.test/y',
  ].map((text) => texts.of(1, text))
  texts.of(2, 'https://other-batch.test/')
  const addresses = loadAddresses(db, 1)

  it('are the URLs among the texts of a batch, in their order', () => {
    expect(addresses.count).to.equal(4)
    expect(ids.map(addresses.of)).to.deep.equal([2, -1, 1, 0, -1, 3])
    expect(addresses.of(0)).to.equal(-1)
  })

  it('have a host with its port', () => {
    expect(addresses.hosts).to.deep.equal(['a.test:8080', 'b.test'])
    expect([...addresses.host]).to.deep.equal([0, 0, 1, 1])
  })

  it('keep what was known first', () => {
    expect([
      setState(addresses, 0, 'redirect'),
      setState(addresses, 0, 'failed'),
      setState(addresses, -1, 'page'),
    ]).to.deep.equal([...[true, false, false]])
    expect(addresses.state[0]).to.equal(2)
  })
})
