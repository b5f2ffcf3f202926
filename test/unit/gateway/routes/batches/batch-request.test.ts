import { expect } from 'chai'
import { parseBatchBody, parseBatchQuery } from '#gateway/routes/batches/batch-request.ts'
import type { Failure } from '#shared/errors.ts'

function rejection(submit: () => unknown): Failure {
  try {
    submit()
  } catch (error) {
    return error as Failure
  }
  throw new Error('it was accepted')
}

const nothingMore = { crawl: null, sitemaps: [], politeness: null, isOpen: false }

describe('parseBatchQuery', () => {
  it('opens a batch on request', () => {
    expect(parseBatchQuery('open=true&max_links=5')).to.deep.include({
      isOpen: true,
      parameters: { max_links: 5 },
    })
    expect(parseBatchQuery('open=false').isOpen).to.equal(false)
    for (const query of ['open=', 'open=1', 'open=true&open=true'])
      expect(rejection(() => parseBatchQuery(query)).details, query).to.include({ parameter: 'open' })
  })

  it('has the operation metadata by default', () => {
    expect(parseBatchQuery('')).to.deep.equal({ operation: 'metadata', parameters: {}, ...nothingMore })
  })

  it('keeps the given parameters, typed, without the defaults of the others', () => {
    expect(parseBatchQuery('operation=snapshot&fullPage=true&timeout=5000&format=png')).to.deep.equal({
      operation: 'snapshot',
      parameters: { fullPage: true, timeout: 5000, format: 'png' },
      ...nothingMore,
    })
  })

  it('parses an object parameter from JSON text', () => {
    const viewport = '{"width":800,"height":"600","deviceScaleFactor":2}'
    expect(parseBatchQuery(`operation=snapshot&viewport=${viewport}`).parameters).to.deep.equal({
      viewport: { width: 800, height: 600, deviceScaleFactor: 2 },
    })
  })

  it('parses a list from JSON text', () => {
    expect(parseBatchQuery('operation=snapshot&locate=["h1","%23hero"]').parameters).to.deep.equal({
      locate: ['h1', '#hero'],
    })
  })

  it('takes the details of a performance batch', () => {
    expect(parseBatchQuery('operation=performance&details=true').parameters).to.deep.equal({ details: true })
  })

  it('takes manners, which are no parameters of the operation', () => {
    const { politeness, parameters } = parseBatchQuery('delay_ms=500&concurrency=2&max_links=5')
    expect([politeness, parameters]).to.deep.equal([{ delayMs: 500, concurrency: 2 }, { max_links: 5 }])
  })

  const wrong: [query: string, parameter: string, all: RegExp][] = [
    ['operation=inspect', 'operation', /must be one of: snapshot, metadata, performance, seo-audit/],
    ['operation=', 'operation', /must be one of/],
    ['operation=metadata&operation=snapshot', 'operation', /must be one of/],
    ['operation=constructor', 'operation', /must be one of/],
    ['max_links=0', 'max_links', /^max_links must be a whole number between 1 and 500$/],
    ['delay_ms=-1', 'delay_ms', /^delay_ms must be a whole number between 0 and 60000$/],
    ['delay_ms=', 'delay_ms', /^delay_ms must be a whole number/],
    ['delay_ms=1&delay_ms=2', 'delay_ms', /^delay_ms must be a whole number/],
    ['concurrency=65', 'concurrency', /^concurrency must be a whole number between 1 and 64$/],
    ['fullPage=true', 'fullPage', /^fullPage is not a known parameter$/],
    ['url=https%3A%2F%2Fa.example', 'url', /^url must be given with each URL$/],
    ['urls=x', 'urls', /is not a known parameter/],
    ['fields=basic&fields=og', 'fields', /^fields /],
    ['operation=snapshot&viewport=800x600', 'viewport', /^viewport must be an object as JSON text$/],
    ['operation=snapshot&viewport={}&viewport={}', 'viewport', /^viewport must be an object/],
    ['operation=snapshot&viewport=[]&timeout=1', 'viewport', /^viewport must be .+; timeout must be /],
    ['operation=snapshot&viewport={"width":5}', 'viewport.width', /^viewport\.width must be a whole number/],
    ['operation=snapshot&locate=h1', 'locate', /^locate must be a list as JSON text$/],
    ['operation=snapshot&locate={}', 'locate', /^locate must be a list as JSON text$/],
    ['viewport={}', 'viewport', /^viewport is not a known parameter$/],
    ['max_links=x&device=watch', 'max_links', /max_links .+; device |device .+; max_links /],
  ]
  for (const [query, parameter, all] of wrong) {
    it(`rejects ${query}: the first error in its details, all in its message`, () => {
      const { code, details, message } = rejection(() => parseBatchQuery(query))
      expect(code).to.equal('VALIDATION_ERROR')
      expect(details).to.have.all.keys('parameter', 'reason')
      if (!/;/.test(message)) expect(details).to.include({ parameter })
      expect(message).to.match(all)
    })
  }
})

describe('parseBatchBody', () => {
  it('opens a batch by the query, with or without the first lines, and without crawl and sitemaps', () => {
    expect(parseBatchBody({}, 'open=true')).to.deep.include({ urls: [] })
    const { batch, urls } = parseBatchBody({ operation: 'snapshot', urls: ['a'] }, 'open=true')
    expect([batch.isOpen, batch.operation, urls]).to.deep.equal([true, 'snapshot', ['a']])
    expect(parseBatchBody({ urls: [] }, 'open=false').batch.isOpen).to.equal(false)
    const site = { crawl: {}, sitemaps: ['https://a.example/sitemap.xml'] }
    const { message } = rejection(() => parseBatchBody(site, 'open=true'))
    expect(message).to.include('crawl must not').and.to.include('sitemaps must not')
    expect(rejection(() => parseBatchBody({ urls: [] }, 'open=yes')).details).to.include({
      parameter: 'open',
    })
    expect(rejection(() => parseBatchBody({ open: true }, '')).details).to.include({ parameter: 'open' })
  })

  const urls = ['https://a.example/', { url: 'https://b.example/', device: 'mobile' }, 5]

  it('keeps the URLs as they are: each line is checked later', () => {
    expect(parseBatchBody({ urls }, '')).to.deep.equal({
      batch: { operation: 'metadata', parameters: {}, ...nothingMore },
      urls,
    })
  })

  it('accepts parameters, a crawl and sitemaps', () => {
    const crawl = {
      scope: 'prefix',
      max_depth: 3,
      max_pages: 50,
      max_minutes: 10,
      include: ['https://a.example/*'],
      exclude: ['*.pdf'],
    }
    const sitemaps = ['https://a.example/sitemap.xml']
    const body = { operation: 'snapshot', parameters: { fullPage: true }, urls, crawl, sitemaps }
    expect(parseBatchBody(body, '')).to.deep.equal({
      batch: {
        operation: 'snapshot',
        parameters: { fullPage: true },
        crawl: {
          scope: 'prefix',
          maxDepth: 3,
          maxPages: 50,
          maxMinutes: 10,
          include: ['https://a.example/*'],
          exclude: ['*.pdf'],
          seeds: ['https://a.example/', 'https://b.example/'],
        },
        sitemaps,
        politeness: null,
        isOpen: false,
      },
      urls,
    })
  })

  it('crawls the host at any depth, 10,000 pages, without a time limit, by default', () => {
    expect(parseBatchBody({ urls, crawl: {} }, '').batch.crawl).to.deep.equal({
      scope: 'host',
      maxDepth: null,
      maxPages: 10_000,
      maxMinutes: null,
      include: [],
      exclude: [],
      seeds: ['https://a.example/', 'https://b.example/'],
    })
  })

  it('takes start pages of a crawl in place of URLs, or besides them, each as it is', () => {
    const crawled = parseBatchBody({ crawl: { seeds: urls, scope: 'domain' } }, '')
    expect(crawled.urls).to.deep.equal(urls)
    expect(crawled.batch.crawl).to.deep.include({
      scope: 'domain',
      seeds: ['https://a.example/', 'https://b.example/'],
    })
    const both = parseBatchBody({ urls: ['https://c.example/'], crawl: { seeds: urls } }, '')
    expect(both.urls).to.deep.equal(['https://c.example/', ...urls])
    const sitemaps = ['https://a.example/s.xml']
    expect(parseBatchBody({ crawl: { seeds: [] }, sitemaps }, '').urls).to.deep.equal([])
  })

  it('accepts sitemaps alone and an empty list', () => {
    expect(parseBatchBody({ sitemaps: ['https://a.example/s.xml'] }, '').urls).to.deep.equal([])
    expect(parseBatchBody({ urls: [] }, '').urls).to.deep.equal([])
  })

  it('stores the first 100 start pages of a crawl', () => {
    const seeds = Array.from({ length: 101 }, (_, n) => `https://a.example/${n}`)
    expect(parseBatchBody({ crawl: { seeds } }, '').batch.crawl?.seeds).to.deep.equal(seeds.slice(0, 100))
  })

  it('takes manners beside the operation; null is as if they were absent', () => {
    const politenessOf = (own: object) => parseBatchBody({ urls, ...own }, '').batch.politeness
    expect(politenessOf({ delay_ms: 0, concurrency: 64 })).to.deep.equal({ delayMs: 0, concurrency: 64 })
    expect(politenessOf({ delay_ms: 60_000 })).to.deep.equal({ delayMs: 60_000, concurrency: null })
    expect(politenessOf({ delay_ms: null, concurrency: null })).to.equal(null)
  })

  const wrong: [body: unknown, texts: readonly RegExp[]][] = [
    [null, [/must be an object/]],
    [[], [/must be an object/]],
    ['https://a.example/', [/must be an object/]],
    [{}, [/^urls is required$/]],
    [{ urls: 'https://a.example/' }, [/^urls must be a list$/]],
    [{ urls, delay_ms: 60_001 }, [/^delay_ms must be a whole number between 0 and 60000$/]],
    [{ urls, delay_ms: '500' }, [/^delay_ms must be a whole number/]],
    [{ urls, concurrency: 0 }, [/^concurrency must be a whole number between 1 and 64$/]],
    [{ urls, url: 'x' }, [/^url is not a known parameter$/]],
    [{ urls, operation: 'inspect' }, [/^operation must be one of/]],
    [{ urls, parameters: [] }, [/^parameters must be an object$/]],
    [{ urls, parameters: { max_links: 501 } }, [/^parameters.max_links must be/]],
    [{ urls, parameters: { url: 'https://a.example/' } }, [/^parameters.url must be given with each URL$/]],
    [{ urls, parameters: { __proto__x: 1, depth: 1 } }, [/parameters.depth is not a known parameter/]],
    [
      { urls, parameters: { fields: 'x'.repeat(70_000) } },
      [/parameters must be at most 65536 characters long/],
    ],
    [{ urls, crawl: true }, [/^crawl must be an object$/]],
    [{ crawl: {} }, [/^urls is required$/]],
    [{ crawl: { seeds: [] } }, [/^urls is required$/]],
    [{ crawl: { seeds: 'https://a.example/' } }, [/^crawl.seeds must be a list$/]],
    [{ urls, crawl: { scope: 'web' } }, [/^crawl.scope must be one of: host, domain, prefix$/]],
    [{ urls, crawl: { max_pages: 0 } }, [/^crawl.max_pages must be a whole number between 1 and 10000000$/]],
    [{ urls, crawl: { max_depth: -1 } }, [/^crawl.max_depth /]],
    [{ urls, crawl: { maxDepth: 1 } }, [/^crawl.maxDepth is not a known parameter$/]],
    [{ urls, crawl: { include: '*' } }, [/^crawl.include must be a list$/]],
    [
      { urls, crawl: { exclude: ['', 5] } },
      [/crawl.exclude.0 must not be empty/, /crawl.exclude.1 must be a string/],
    ],
    [{ urls, crawl: { include: Array(101).fill('*') } }, [/^crawl.include must have at most 100 items$/]],
    [{ sitemaps: ['ftp://a.example/'] }, [/^sitemaps.0 must be a valid http or https URL$/]],
    [{ sitemaps: Array(101).fill('https://a.example/') }, [/^sitemaps must have at most 100 items$/]],
    [
      { urls: 1, crawl: { scope: 'web', max_minutes: 0 }, sitemaps: {} },
      [/urls must/, /crawl.scope must/, /crawl.max_minutes must/, /sitemaps must/],
    ],
  ]
  for (const [body, texts] of wrong) {
    it(`rejects ${JSON.stringify(body).slice(0, 80)}: the first error in its details, all in its message`, () => {
      const { code, details, message } = rejection(() => parseBatchBody(body, ''))
      expect(code).to.equal('VALIDATION_ERROR')
      expect(details).to.have.all.keys('parameter', 'reason')
      for (const text of texts) expect(message).to.match(text)
    })
  }

  it('rejects parameters that are nested too deeply', () => {
    const viewport: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
    const { code, message } = rejection(() => parseBatchBody({ urls: [], parameters: { viewport } }, ''))
    expect([code, message]).to.deep.equal(['VALIDATION_ERROR', 'parameters is nested too deeply'])
  })

  it('rejects parameters in the query of a JSON body', () => {
    const { details } = rejection(() => parseBatchBody({ urls }, 'operation=snapshot'))
    expect(details).to.deep.equal({
      parameter: 'operation',
      reason: 'must be in the JSON body',
    })
  })
})
