import { expect } from 'chai'
import { encodePageFacts } from '#shared/messages/payloads/site-facts-text.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import {
  batchNamed,
  completionOf,
  crawlRules,
  failure,
  type OutcomeWithFacts,
  page,
  result,
} from '#test/contract/frontier/batch-scene.ts'
import { storeOfEachTest } from '../../../store-fixture.ts'
import { pageFacts } from './page-facts.ts'

const site = (title: string, links: readonly string[] = []) =>
  encodePageFacts(
    pageFacts('http://x.example/', {
      title,
      links: links.map((url) => ({ url, text: 'x', isNofollow: false })),
    }),
  )
const withFacts = (siteFacts: string): OutcomeWithFacts => ({
  ...result('http://x.example/'),
  timing: 'dns;dur=1, fetch;dur=41.7',
  siteFacts,
})

describe('gathering what results say of a site', () => {
  const store = storeOfEachTest()
  const rows = (table: string) => store.database.db.prepare(`SELECT * FROM ${table}`).all()
  const count = (table: string) => rows(table).length

  async function begin(role: 'page' | 'discovery' = 'page') {
    await store.frontier.create(batchNamed('a', { crawl: crawlRules }))
    await store.frontier.add('a', [page('http://x.example/', { depth: 0, role })])
    await store.frontier.start('a', false)
    await store.frontier.dispatch(10)
  }

  it('happens once, however often an outcome comes', async () => {
    await begin()
    const completion = completionOf('a.1', withFacts(site('One')))
    await store.frontier.complete([completion, completion])
    await store.frontier.complete([completionOf('a.1', withFacts(site('Two')))])
    expect([count('site_results'), count('site_pages')]).to.deep.equal([1, 1])
    const texts = rows('site_texts').map(({ text }) => text)
    expect(texts).to.include('One').and.not.include('Two')
  })

  it('stores a URL of many links once', async () => {
    await begin()
    const links = Array.from({ length: 50 }, () => 'http://x.example/a')
    await store.frontier.complete([completionOf('a.1', withFacts(site('One', links)))])
    expect(rows('site_texts').filter(({ text }) => text === 'http://x.example/a')).to.have.length(1)
  })

  it('takes the page of an item that was read for its links alone, without a result', async () => {
    await begin('discovery')
    await store.frontier.complete([completionOf('a.1', withFacts(site('One')))])
    expect([count('site_results'), count('site_pages')]).to.deep.equal([0, 1])
  })

  it('stores a failure with its code', async () => {
    await begin()
    await store.frontier.complete([{ id: 'a.1', outcome: failure('http://x.example/') }])
    expect([count('site_results'), count('site_pages')]).to.deep.equal([1, 0])
    expect(rows('site_texts').map(({ text }) => text)).to.include('URL_UNREACHABLE')
  })

  for (const facts of ['garbage', '', 'AAAA', Buffer.alloc(100, 255).toString('base64')]) {
    it(`leaves out facts that cannot be read: ${JSON.stringify(facts.slice(0, 10))}`, async () => {
      await begin()
      await store.frontier.complete([completionOf('a.1', withFacts(facts))])
      expect([count('site_results'), count('site_pages')]).to.deep.equal([1, 0])
      expect((await store.frontier.status('a'))?.counts.done).to.equal(1)
    })
  }

  it('is part of the write that ends the item: both happen, or neither', async () => {
    await begin()
    const { db } = store.database
    const completion = completionOf('a.1', withFacts(site('One')))
    db.exec("INSERT INTO site_results (batch, n, record) SELECT num, 1, x'00' FROM batches")
    expect(await rejectionOf(store.frontier.complete([completion]))).to.be.an('error')
    expect((await store.frontier.status('a'))?.counts).to.include({ running: 1, done: 0 })
    expect([count('site_pages'), count('site_texts')]).to.deep.equal([0, 0])
    db.exec('DELETE FROM site_results')
    await store.frontier.complete([completion])
    expect((await store.frontier.status('a'))?.counts).to.include({ running: 0, done: 1 })
    expect([count('site_pages'), count('site_results')]).to.deep.equal([1, 1])
    // The numbers of texts that the first write gave are not used again.
    expect(rows('site_pages')[0]?.final_url).to.equal(
      rows('site_texts').find(({ text }) => text === 'http://x.example/')?.id,
    )
  })
})
