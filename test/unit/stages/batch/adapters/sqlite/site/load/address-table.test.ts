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

  it('have one number for all spellings of a URL, and are shown as they were requested', () => {
    const spelled = new DatabaseSync(':memory:')
    spelled.exec(SITE_SCHEMA)
    const { texts } = siteTables(spelled)
    const idOf = (path: string) => texts.of(1, `https://a.test${path}`)
    const [upper, lower, mixed] = ['/caf%C3%A9', '/caf%c3%a9', '/c%61f%C3%a9'].map(idOf)
    const [plain, escaped, slash] = ['/~user', '/%7euser', '/a%2fb'].map(idOf)
    const others = ['/a/b', '/b', '/caf', '/zz'].map(idOf)
    const found = loadAddresses(spelled, 1)
    expect([upper, lower, mixed].map((id) => found.of(id as number))).to.deep.equal([4, 4, 4])
    expect([plain, escaped].map((id) => found.of(id as number))).to.deep.equal([6, 6])
    expect(found.of(slash as number)).to.equal(0)
    expect(others.map(found.of)).to.deep.equal([1, 2, 3, 5])
    expect(found.count).to.equal(7)
    expect(found.url(0)).to.equal('https://a.test/a%2fb')
    found.markRequested(lower as number)
    found.markRequested(upper as number)
    found.markRequested(plain as number)
    expect([found.url(4), found.url(6)]).to.deep.equal(['https://a.test/caf%c3%a9', 'https://a.test/~user'])
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
