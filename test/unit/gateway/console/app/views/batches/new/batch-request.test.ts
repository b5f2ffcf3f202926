import { expect } from 'chai'
import type { OpenApi } from '#gateway/console/app/api/openapi.ts'
import {
  type BatchForm,
  batchOperation,
  countEntries,
  emptyForm,
  requestOf,
} from '#gateway/console/app/views/batches/new/batch-request.ts'
import { openApiDocument } from '#gateway/documents/openapi/document.ts'

const document = openApiDocument('http://127.0.0.1:8080') as unknown as OpenApi
const snapshot = batchOperation(document, 'snapshot')

const form = (changes: Partial<BatchForm>): BatchForm => ({
  ...emptyForm,
  kind: 'urls',
  operation: batchOperation(document, 'metadata'),
  values: {},
  ...changes,
})
const crawl = (changes: Partial<BatchForm['crawl']>) =>
  form({ kind: 'crawl', crawl: { ...emptyForm.crawl, seeds: 'http://a.example/', ...changes } })
const headers = { 'Content-Type': 'application/x-ndjson' }

describe('the request of a new batch', () => {
  it('URLs are sent as they are typed, so that the numbers of lines stay', () => {
    const urls = '\nhttp://a.example/\n{"url": "http://b.example/"}\n'
    expect(requestOf(form({ urls }))).to.deep.equal({
      call: { body: urls, headers, query: { operation: 'metadata' } },
    })
  })

  it('a file is sent as it is, with its parameters in the query', () => {
    const file = new Blob(['http://a.example/'])
    const values = { fields: 'basic,og', max_links: '5', device: 'mobile', max_images: '25' }
    expect(requestOf(form({ kind: 'file', file, values }))).to.deep.equal({
      call: {
        body: file,
        headers,
        query: { operation: 'metadata', fields: 'basic,og', max_links: '5', device: 'mobile' },
      },
    })
  })

  it('an object is JSON in the query', () => {
    const values = { 'viewport.width': '800', 'viewport.height': '600', fullPage: 'true', quality: 'low' }
    const urls = 'http://a.example/'
    expect(requestOf(form({ urls, operation: snapshot, values }))).to.deep.equal({
      call: {
        body: urls,
        headers,
        query: {
          operation: 'snapshot',
          viewport: '{"width":800,"height":600}',
          fullPage: 'true',
          quality: 'low',
        },
      },
    })
  })

  it('parameters are typed in JSON, but a list of words of a query is joined by commas there, too', () => {
    const sitemaps = 'http://a.example/sitemap.xml'
    const parametersOf = (changes: Partial<BatchForm>) => {
      const request = requestOf(form({ kind: 'sitemap', sitemaps, ...changes }))
      return 'call' in request ? (request.call.body as { parameters: unknown }).parameters : null
    }
    expect(parametersOf({ values: { fields: 'basic,og', max_links: '5' } })).to.deep.equal({
      fields: 'basic,og',
      max_links: 5,
    })
    const values = { 'viewport.width': '800', blockAds: 'true', quality: '55', timeout: 'soon' }
    expect(parametersOf({ operation: snapshot, values })).to.deep.equal({
      viewport: { width: 800 },
      blockAds: true,
      quality: 55,
      timeout: 'soon',
    })
  })

  it('sitemaps are a list of JSON', () => {
    const sitemaps = ' http://a.example/sitemap.xml \n\nhttp://b.example/sitemap.xml'
    expect(requestOf(form({ kind: 'sitemap', sitemaps, values: { device: 'mobile' } }))).to.deep.equal({
      call: {
        body: {
          operation: 'metadata',
          parameters: { device: 'mobile' },
          sitemaps: ['http://a.example/sitemap.xml', 'http://b.example/sitemap.xml'],
        },
      },
    })
  })

  it('a crawl has only the limits that are typed', () => {
    const asked = crawl({ max_pages: ' 50 ', max_minutes: 'ten', scope: 'domain', exclude: '/a*\n/b*' })
    expect(requestOf(asked)).to.deep.equal({
      call: {
        body: {
          operation: 'metadata',
          parameters: {},
          crawl: {
            seeds: ['http://a.example/'],
            scope: 'domain',
            max_pages: 50,
            max_minutes: 'ten',
            include: [],
            exclude: ['/a*', '/b*'],
          },
        },
      },
    })
  })

  it('what names the pages is required, by kind', () => {
    expect(requestOf(form({ urls: ' \n' }))).to.deep.equal({ problems: { urls: 'urls is required' } })
    expect(requestOf(form({ kind: 'file' }))).to.deep.equal({ problems: { file: 'file is required' } })
    expect(requestOf(form({ kind: 'sitemap' }))).to.deep.equal({
      problems: { sitemaps: 'sitemaps is required' },
    })
    expect(requestOf(crawl({ seeds: '' }))).to.deep.equal({ problems: { seeds: 'seeds is required' } })
  })
})

describe('the operation of a batch', () => {
  it('has all parameters but the URL', () => {
    const names = batchOperation(document, 'performance').fields.map(({ name }) => name)
    expect(names).to.deep.equal(['device', 'waitUntil', 'timeout', 'details'])
  })

  it('has none where the interface does not describe it', () => {
    expect(batchOperation(document, 'none').fields).to.deep.equal([])
  })
})

describe('the number of entries', () => {
  for (const [text, count] of [
    ['', 0],
    [' \n\t\n', 0],
    ['a', 1],
    ['a\r\nb\r\n', 2],
    ['\n a b \n\n c', 2],
  ] as const) {
    it(`${JSON.stringify(text)} has ${count}`, () => expect(countEntries(text)).to.equal(count))
  }
})
