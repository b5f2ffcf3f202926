import { expect } from 'chai'
import { batchNamed, completionsOf, crawlRules, page } from '#test/contract/frontier/batch-scene.ts'
import { openFileFixture, type SiteFixture } from '../../../site-fixture.ts'

describe('store of the check of a site in the frontier in one file', () => {
  let store: SiteFixture
  beforeEach(async () => {
    store = await openFileFixture()
  })
  afterEach(() => store.close())

  async function crawled(id: string, owner: string | null, isCrawl = true): Promise<void> {
    await store.frontier.create(batchNamed(id, { owner, crawl: isCrawl ? crawlRules : null }))
    await store.frontier.add(id, [page(`http://${id}.example/`, { depth: 0 })])
    await store.frontier.start(id, false)
    await store.frontier.complete(completionsOf((await store.frontier.dispatch(10)).dispatches))
  }
  const waiting = async () =>
    (await store.sites.unpublished()).map(({ batch, isFinished }) => [batch.id, isFinished])

  it('names the first crawl of each owner that has ended and was not announced', async () => {
    await crawled('a1', 'a')
    await crawled('a2', 'a')
    await crawled('b1', 'b')
    await crawled('list', 'c', false)
    expect(await waiting()).to.have.deep.members([
      ['a1', false],
      ['b1', false],
    ])
    await store.sites.finish('a1', ['https://site.test'])
    expect(await waiting()).to.deep.include(['a1', true])
    await store.sites.setPublished('a1')
    expect(await waiting()).to.deep.include(['a2', false])
    store = await store.reopen()
    expect(await waiting()).to.have.deep.members([
      ['a2', false],
      ['b1', false],
    ])
  })

  it('stores what sitemaps list and links answer, each once, as the crawl knows their URLs', async () => {
    await crawled('a', null)
    await store.sites.addListed('a', [
      'http://a.example/x?utm_source=y#z',
      'http://a.example/x',
      'no URL',
      '',
    ])
    const urls = Array.from({ length: 450 }, (_, at) => `http://a.example/${at}`)
    await store.sites.addListed('a', urls)
    const answers = [{ url: 'http://b.example/', status: 301, error: null, location: 'http://b.example/c#d' }]
    await store.sites.addProbes('a', [...answers, { ...answers[0], status: 404 } as (typeof answers)[number]])
    expect(store.all('SELECT * FROM site_listed')).to.have.length(451)
    const probes = store.all(
      'SELECT status, l.text AS location FROM site_probes JOIN site_texts l ON l.id = location',
    )
    expect(probes).to.deep.equal([{ status: 301, location: 'http://b.example/c' }])
  })

  it('does nothing for a batch that has been removed', async () => {
    await store.sites.addListed('gone', ['http://a.example/'])
    await store.sites.addProbes('gone', [
      { url: 'http://a.example/', status: 200, error: null, location: null },
    ])
    await store.sites.finish('gone', ['https://site.test'])
    await store.sites.setPublished('gone')
    expect(store.all('SELECT * FROM site_listed')).to.deep.equal([])
  })
})
