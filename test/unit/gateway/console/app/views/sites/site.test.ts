import { expect } from 'chai'
import type { ListedBatch } from '#gateway/console/app/views/batches/batch.ts'
import {
  type CrawlFigures,
  crawlBefore,
  crawlsOf,
  hostOf,
  type Site,
  siteRows,
} from '#gateway/console/app/views/sites/site.ts'

const figures = (batch: string): CrawlFigures => ({
  batch,
  operation: 'seo-audit',
  finished_at: '2026-11-30T07:00:00Z',
  score: 80,
  pages: 3,
  not_indexable: 1,
  errors: 0,
  new: null,
  fixed: null,
})
const site = (host: string): Site => ({ host, crawls: 1, last: figures(host), scores: [] })
const batch = (id: string, first_url: string | null, source: 'crawl' | 'urls' = 'crawl') =>
  ({ id, source, first_url }) as ListedBatch

describe('sites', () => {
  it('name a host without its port', () => {
    expect(hostOf('https://example.com:8443/a?b')).to.equal('example.com')
    expect(hostOf('https://EXAMPLE.com/')).to.equal('example.com')
    for (const no of ['', 'example', null, undefined, 'data:text/plain,x']) expect(hostOf(no)).to.equal(null)
  })

  it('know the crawls of a host, not its lists and not those whose URL is not known yet', () => {
    const batches = [
      batch('1', 'https://a.example/'),
      batch('2', 'https://b.example/'),
      batch('3', 'https://a.example/x', 'urls'),
      batch('4', null),
    ]
    expect(crawlsOf(batches, 'a.example').map(({ id }) => id)).to.deep.equal(['1'])
  })

  it('show a crawl under way at its host, and hosts without a finished crawl first', () => {
    const running = [batch('1', 'https://b.example/'), batch('2', 'https://new.example/')]
    const sites = [site('a.example'), site('b.example')]
    const rows = siteRows(sites, running, { hasOthers: true })
    expect(rows.map(({ host, site, running }) => [host, site?.host, running?.id])).to.deep.equal([
      ['new.example', undefined, '2'],
      ['a.example', 'a.example', undefined],
      ['b.example', 'b.example', '1'],
    ])
    expect(siteRows(sites, running, { hasOthers: false }).map(({ host }) => host)).to.deep.equal([
      'a.example',
      'b.example',
    ])
  })

  it('compare a crawl with the one before; one that goes on with the last', () => {
    const history = [figures('3'), figures('2'), figures('1')]
    expect(crawlBefore(history, '3')?.batch).to.equal('2')
    expect(crawlBefore(history, '1')).to.equal(null)
    expect(crawlBefore(history, 'running')?.batch).to.equal('3')
    expect(crawlBefore([], 'running')).to.equal(null)
  })
})
