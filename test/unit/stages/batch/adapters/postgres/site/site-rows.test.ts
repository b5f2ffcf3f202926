import { expect } from 'chai'
import { findPages, insertSiteRows } from '#stages/batch/adapters/postgres/site/site-rows.ts'
import { databaseOfEachTest } from '../database-of-test.ts'

describe('rows of sites', () => {
  const postgres = databaseOfEachTest()
  const none = { results: [], found: [], pages: [], rules: [] }
  const page = (url: number, seq: number, text: string) => ({
    ...{ batch: 1, url, seq },
    page: {
      head: { finalUrl: url + 100, isBlocked: url === 2, alternates: 1, nodes: 2, links: 3 },
      record: Buffer.from(text),
      linkTexts: Buffer.from([0, url, 255]),
    },
  })

  it('are stored byte by byte', async () => {
    await insertSiteRows(postgres, {
      ...none,
      results: [
        { batch: 1, n: 1, record: Buffer.from([0, 1, 255]) },
        { batch: 2, n: 1, record: Buffer.alloc(0) },
      ],
      found: [{ batch: 1, n: 1, record: Buffer.from('found') }],
      pages: [page(1, 5, 'five'), page(2, 6, '')],
    })
    expect(await postgres.query('SELECT * FROM site_results ORDER BY batch')).to.deep.equal([
      { batch: 1, n: 1, record: Buffer.from([0, 1, 255]) },
      { batch: 2, n: 1, record: Buffer.alloc(0) },
    ])
    expect(await postgres.query('SELECT * FROM site_found')).to.deep.equal([
      { batch: 1, n: 1, record: Buffer.from('found') },
    ])
    const row = { batch: 1, alternates: 1, nodes: 2, links: 3 }
    expect(await postgres.query('SELECT * FROM site_pages ORDER BY url')).to.deep.equal([
      {
        ...{ ...row, url: 1, seq: 5, final_url: 101, is_blocked: false },
        ...{ record: Buffer.from('five'), link_texts: Buffer.from([0, 1, 255]) },
      },
      {
        ...{ ...row, url: 2, seq: 6, final_url: 102, is_blocked: true },
        ...{ record: Buffer.alloc(0), link_texts: Buffer.from([0, 2, 255]) },
      },
    ])
    await insertSiteRows(postgres, none)
  })

  it('have the page of the first item of a URL', async () => {
    await insertSiteRows(postgres, { ...none, pages: [page(1, 5, 'five'), page(2, 6, 'six')] })
    await insertSiteRows(postgres, { ...none, pages: [page(1, 4, 'four'), page(2, 7, 'seven')] })
    const rows = await postgres.query<{ record: Buffer }>('SELECT record FROM site_pages ORDER BY url')
    expect(rows.map(({ record }) => record.toString())).to.deep.equal(['four', 'six'])
    const asked = [1, 2, 3].map((url) => ({ batch: 1, url }))
    expect(await findPages(postgres, [...asked, { batch: 2, url: 1 }])).to.have.deep.members([
      { batch: 1, url: 1, seq: 4 },
      { batch: 1, url: 2, seq: 6 },
    ])
    expect(await findPages(postgres, [])).to.deep.equal([])
  })
})
