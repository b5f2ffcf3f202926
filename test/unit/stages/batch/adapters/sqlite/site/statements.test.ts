import { DatabaseSync } from 'node:sqlite'
import { expect } from 'chai'
import { SITE_SCHEMA, siteTables } from '#stages/batch/adapters/sqlite/site/statements.ts'
import { failedRule } from './page-facts.ts'

const failed = failedRule('r')

const head = { finalUrl: 1, isBlocked: false, alternates: 0, nodes: 0, links: 0 }
const stored = (record: string) => ({ head, record: Buffer.from(record), linkTexts: Buffer.alloc(0) })

describe('tables of a site', () => {
  let db: DatabaseSync
  let tables: ReturnType<typeof siteTables>
  beforeEach(() => {
    db = new DatabaseSync(':memory:')
    db.exec(SITE_SCHEMA)
    tables = siteTables(db)
  })
  const count = (table: string) => db.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count

  it('store each text of a batch once', () => {
    const [one, same, other, ofOther] = [
      tables.texts.of(1, 'a'),
      tables.texts.of(1, 'a'),
      tables.texts.of(1, 'A'),
      tables.texts.of(2, 'a'),
    ]
    expect(one).to.equal(same)
    expect(new Set([one, other, ofOther]).size).to.equal(3)
  })

  it('keep the page of the first item of a URL, whichever came first', () => {
    for (const seq of [5, 3, 4]) tables.insertPage(1, 7, seq, stored(`${seq}`))
    expect([2, 3, 9].map((seq) => tables.hasPage(1, 7, seq))).to.deep.equal([false, true, true])
    expect([tables.hasPage(1, 8, 9), tables.hasPage(2, 7, 9)]).to.deep.equal([false, false])
    const row = db.prepare('SELECT seq, record FROM site_pages').get() as { seq: number; record: Uint8Array }
    expect([row.seq, Buffer.from(row.record).toString()]).to.deep.equal([3, '3'])
  })

  it('keep ten examples of a rule: those of the first URLs, in whatever order they come', () => {
    const urls = Array.from(
      { length: 15 },
      (_, at) => `https://a.test/${String.fromCharCode(97 + ((at * 4) % 15))}`,
    )
    expect(tables.lastExample(1, 1)).to.equal(null)
    for (const [seq, url] of urls.entries()) tables.insertExample({ batch: 1, rule: 1, url, seq }, failed)
    const kept = db.prepare('SELECT url FROM site_examples ORDER BY url').all() as { url: string }[]
    expect(kept.map(({ url }) => url)).to.deep.equal(urls.toSorted().slice(0, 10))
    expect(tables.lastExample(1, 1)?.url).to.equal(urls.toSorted()[9])
  })

  it('lose all rows of a batch in steps, and none of another one', () => {
    for (const batch of [1, 2]) {
      const text = tables.texts.of(batch, 'x')
      tables.insertResult(batch, 1, Buffer.from('x'))
      tables.insertPage(batch, text, 1, stored('x'))
      tables.insertRule(batch, text, failed)
      tables.insertExample({ batch, rule: text, url: 'u', seq: 1 }, failed)
      tables.insertListed(batch, text)
      tables.insertProbe(batch, text, { status: 200, error: null, location: null })
    }
    let steps = 0
    while (tables.remove(1, 1) > 0) steps += 1
    expect(steps).to.equal(7)
    const names = ['texts', 'results', 'pages', 'rules', 'examples', 'listed', 'probes']
    expect(names.map((name) => count(`site_${name}`))).to.deep.equal(names.map(() => 1))
  })
})
