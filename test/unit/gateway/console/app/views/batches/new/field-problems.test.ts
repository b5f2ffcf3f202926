import { expect } from 'chai'
import { problemsOf } from '#gateway/console/app/views/batches/new/field-problems.ts'

describe('problems of fields', () => {
  it('each field of the message has its own', () => {
    const message =
      'crawl.max_pages must be a whole number between 1 and 10000000; crawl.include.0 must not be empty; operation must be one of: a, b'
    expect(problemsOf(message, 'crawl')).to.deep.equal({
      max_pages: 'max_pages must be a whole number between 1 and 10000000',
      include: 'include must not be empty',
      operation: 'operation must be one of: a, b',
    })
  })

  it('the first problem of a field is shown', () => {
    expect(problemsOf('sitemaps.0 must be a URL; sitemaps.1 is too long', 'sitemap')).to.deep.equal({
      sitemaps: 'sitemaps must be a URL',
    })
  })

  it('a parameter has its own name, in JSON and in a query, with the object that it is in', () => {
    const problems = {
      device: 'device must be one of: mobile',
      'viewport.width': 'viewport.width must be a whole number',
    }
    const inJson =
      'parameters.device must be one of: mobile; parameters.viewport.width must be a whole number'
    expect(problemsOf(inJson, 'crawl')).to.deep.equal(problems)
    expect(problemsOf(inJson.replaceAll('parameters.', ''), 'urls')).to.deep.equal(problems)
  })

  it('missing URLs are a problem of the field that is shown', () => {
    const kinds = ['urls', 'file', 'sitemap', 'crawl'] as const
    expect(kinds.map((kind) => problemsOf('urls is required', kind))).to.deep.equal([
      { urls: 'urls is required' },
      { file: 'file is required' },
      { sitemaps: 'sitemaps is required' },
      { seeds: 'seeds is required' },
    ])
  })

  it('a message that names nothing has none', () => expect(problemsOf('', 'urls')).to.deep.equal({}))
})
