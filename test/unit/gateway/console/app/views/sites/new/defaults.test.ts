import { expect } from 'chai'
import type { Schema } from '#gateway/console/app/api/openapi.ts'
import { crawlDefaults } from '#gateway/console/app/views/sites/new/defaults.ts'

const document = (properties: Record<string, Schema>) => ({
  paths: {
    '/batches': { post: { requestBody: { content: { 'application/json': { schema: { properties } } } } } },
  },
})

describe('defaults of a crawl', () => {
  it('are those of the installation', () => {
    const crawl = { properties: { max_pages: { default: 2000 } } }
    expect(crawlDefaults(document({ crawl, delay_ms: { default: 0, minimum: 0 } }))).to.deep.equal({
      pages: 2000,
      delayMs: 0,
    })
  })

  it('are those of the contract where the document tells none', () => {
    expect(crawlDefaults(document({}))).to.deep.equal({ pages: 10_000, delayMs: 1000 })
    expect(crawlDefaults({ paths: {} })).to.deep.equal({ pages: 10_000, delayMs: 1000 })
  })
})
