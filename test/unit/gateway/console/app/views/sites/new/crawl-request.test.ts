import { expect } from 'chai'
import {
  crawlProblems,
  crawlRequest,
  emptyCrawl,
  startForm,
} from '#gateway/console/app/views/sites/new/crawl-request.ts'

const operation = { name: 'seo-audit', method: 'GET', summary: '', fields: [] } as const
const bodyOf = (changes: Partial<typeof emptyCrawl>) => {
  const request = crawlRequest({ ...emptyCrawl, ...changes }, { operation, values: {} })
  return 'call' in request ? request.call.body : request.problems
}

describe('request of a new crawl', () => {
  it('has the URL as the first start page, and only what was filled in', () => {
    expect(bodyOf({ url: ' https://example.com/ ' })).to.deep.equal({
      operation: 'seo-audit',
      parameters: {},
      crawl: { seeds: ['https://example.com/'], scope: 'host', include: [], exclude: [] },
    })
  })

  it('has limits as numbers, the pace beside the crawl, and further start pages', () => {
    const body = bodyOf({
      url: 'example.com',
      seeds: 'https://example.com/a\n\nhttps://example.com/b',
      max_pages: '500',
      max_depth: '3',
      delay_ms: '0',
      concurrency: '2',
      exclude: '/private/*',
    })
    expect(body).to.deep.equal({
      operation: 'seo-audit',
      parameters: {},
      crawl: {
        seeds: ['https://example.com', 'https://example.com/a', 'https://example.com/b'],
        scope: 'host',
        max_pages: 500,
        max_depth: 3,
        include: [],
        exclude: ['/private/*'],
      },
      delay_ms: 0,
      concurrency: 2,
    })
  })

  it('sends what is no number as it is, so that the service says what is wrong', () => {
    expect(bodyOf({ url: 'https://example.com/', delay_ms: 'slow' })).to.include({ delay_ms: 'slow' })
  })

  it('needs a URL', () => expect(bodyOf({})).to.deep.equal({ url: 'url is required' }))

  it('shows what the service says of a start page at the URL', () => {
    expect(crawlProblems('crawl.seeds.0 must be a URL; delay_ms must be at least 1000')).to.deep.equal({
      url: 'url must be a URL',
      delay_ms: 'delay_ms must be at least 1000',
    })
  })

  it('begins with an earlier crawl, without its URL with that of the address', () => {
    const earlier = { ...emptyCrawl, url: 'http://example.com/start', max_pages: '50' }
    const parameters = new URLSearchParams({ url: 'https://example.com/' })
    expect(startForm(parameters, earlier)).to.deep.equal(earlier)
    const url = 'https://example.com/'
    expect(startForm(parameters, { ...earlier, url: '' })).to.deep.equal({ ...earlier, url })
    expect(startForm(parameters, null)).to.deep.equal({ ...emptyCrawl, url })
    expect(startForm(new URLSearchParams(), null)).to.deep.equal(emptyCrawl)
  })
})
