import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { postgresSiteStore } from '#stages/batch/adapters/postgres/site/postgres-site-store.ts'
import { crawlRules } from '#test/contract/frontier/batch-scene.ts'
import { inspect, scenePages } from '../../sqlite/site/site-scene.ts'
import { databaseOfEachTest } from '../database-of-test.ts'
import { frontierOn } from './site-on-postgres.ts'

describe('postgresSiteStore', () => {
  const postgres = databaseOfEachTest()
  const sites = postgresSiteStore(postgres)
  const crawled = async (crawl: typeof crawlRules | null = crawlRules, owner: string | null = null) => {
    const id = randomUUID()
    await inspect(frontierOn(postgres), id, scenePages('x.example'), { crawl, owner })
    return id
  }
  const waiting = async () =>
    (await sites.unpublished()).map(({ batch, isFinished }) => [batch.id, isFinished])

  it('names the first crawl of each owner that has ended and was not announced', async () => {
    const [first, second, other] = [await crawled(), await crawled(), await crawled(crawlRules, 'a')]
    expect(await waiting()).to.have.deep.members([
      [first, false],
      [other, false],
    ])
    await sites.setPublished(first)
    expect(await waiting()).to.have.deep.members([
      [second, false],
      [other, false],
    ])
    expect((await sites.unpublished()).map(({ batch }) => batch.owner)).to.have.members([null, 'a'])
  })

  it('names a crawl until it is announced, and no list', async () => {
    const [first, second] = [await crawled(), await crawled()]
    await crawled(null)
    expect(await waiting()).to.deep.equal([[first, false]])
    await sites.finish(first, ['https://site.test'])
    expect(await waiting()).to.deep.equal([[first, true]])
    await sites.setPublished(first)
    expect(await waiting()).to.deep.equal([[second, false]])
    const origins = await postgres.query(
      'SELECT text FROM site_sitemap_origins JOIN site_texts ON id = origin',
    )
    expect(origins).to.deep.equal([{ text: 'https://site.test/' }])
  })

  it('stores what sitemaps list and links answer, each once, as the crawl knows their URLs', async () => {
    const id = await crawled()
    await sites.addListed(id, ['http://a.example/x?utm_source=y#z', 'http://a.example/x', 'no URL', ''])
    const urls = Array.from({ length: 2100 }, (_, at) => `http://a.example/${at}`)
    await sites.addListed(id, urls)
    await sites.addListed(id, urls.slice(0, 10))
    const answer = { url: 'http://b.example/', status: 301, error: null, location: 'http://b.example/c#d' }
    const failed = { url: 'http://c.example/', status: null, error: 'dns', location: null } as const
    await sites.addProbes(id, [answer, { ...answer, status: 404 }, failed as never])
    await sites.addProbes(id, [{ ...answer, status: 500 }])
    expect(await postgres.query('SELECT * FROM site_listed')).to.have.length(2101)
    const probes = await postgres.query(`
      SELECT u.text AS url, status, e.text AS error, l.text AS location FROM site_probes
      JOIN site_texts u ON u.id = url LEFT JOIN site_texts e ON e.id = error LEFT JOIN site_texts l ON l.id = location
      ORDER BY u.text`)
    expect(probes).to.deep.equal([
      { url: 'http://b.example/', status: 301, error: null, location: 'http://b.example/c' },
      { url: 'http://c.example/', status: null, error: 'dns', location: null },
    ])
  })

  it('does nothing for a batch that is being removed', async () => {
    const id = await crawled()
    await postgres.query('UPDATE batches SET leftovers = 3')
    const before = await postgres.query('SELECT id FROM site_texts')
    await sites.addListed(id, ['http://a.example/'])
    await sites.addProbes(id, [{ url: 'http://a.example/', status: 200, error: null, location: null }])
    await sites.finish(id, ['https://site.test'])
    await sites.setPublished(randomUUID())
    expect(await postgres.query('SELECT id FROM site_texts')).to.deep.equal(before)
    expect(await postgres.query('SELECT * FROM site_listed')).to.deep.equal([])
    expect(await waiting()).to.deep.equal([])
  })
})
