import { expect } from 'chai'
import { crawlRequest, emptyCrawl } from '#gateway/console/app/views/sites/new/crawl-request.ts'
import { earlierCrawl } from '#gateway/console/app/views/sites/new/earlier-crawl.ts'

const crawl = {
  seeds: ['https://example.com/', 'https://example.com/a', 'https://example.com/b'],
  scope: 'prefix',
  max_pages: 50,
  max_depth: 0,
  max_minutes: null,
  include: ['/blog/*', '/shop/*'],
  exclude: [],
} as const

describe('settings of an earlier crawl', () => {
  it('are its first start page as the URL, lists as an entry a line, and empty fields for null', () => {
    const { form } = earlierCrawl({ operation: 'metadata', crawl, delay_ms: 1500, concurrency: null })
    expect(form).to.deep.equal({
      url: 'https://example.com/',
      seeds: 'https://example.com/a\nhttps://example.com/b',
      scope: 'prefix',
      max_pages: '50',
      max_depth: '0',
      max_minutes: '',
      include: '/blog/*\n/shop/*',
      exclude: '',
      delay_ms: '1500',
      concurrency: '',
    })
  })

  it('are its operation with the parameters as a query has them, members of objects by their own names', () => {
    const parameters = { fields: ['title', 'links'], viewport: { width: 800 }, full_page: true }
    const { operation, values } = earlierCrawl({ operation: 'snapshot', parameters, crawl })
    expect(operation).to.equal('snapshot')
    expect(values).to.deep.equal({ fields: 'title,links', 'viewport.width': '800', full_page: 'true' })
  })

  it('make the call again that started it', () => {
    const { form, values } = earlierCrawl({ operation: 'seo-audit', crawl, delay_ms: 0, concurrency: 4 })
    const operation = { name: 'seo-audit', method: 'GET', summary: '', fields: [] } as const
    const { max_minutes: _, ...given } = crawl
    const body = { operation: 'seo-audit', parameters: {}, crawl: given, delay_ms: 0, concurrency: 4 }
    expect(crawlRequest(form, { operation, values })).to.deep.equal({ call: { body } })
  })

  it('begin at the first URL of the batch where no start pages are told', () => {
    const { form } = earlierCrawl({
      operation: 'seo-audit',
      first_url: 'https://example.com/old',
      crawl: { ...crawl, seeds: [] },
    })
    expect([form.url, form.seeds]).to.deep.equal(['https://example.com/old', ''])
    const list = earlierCrawl({ operation: 'seo-audit', first_url: null, delay_ms: null, concurrency: null })
    expect(list.form).to.deep.equal(emptyCrawl)
  })
})
