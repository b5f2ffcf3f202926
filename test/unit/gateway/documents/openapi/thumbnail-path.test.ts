import { expect } from 'chai'
import { thumbnailCases, thumbnailPath } from '#gateway/documents/openapi/thumbnail-path.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into every part of the document
const path = thumbnailPath() as any

describe('GET /thumbnail in the OpenAPI document', () => {
  it('has a required URL, and a width with bounds and default', () => {
    const [url, width] = path.parameters
    expect(url).to.deep.include({ name: 'url', in: 'query', required: true })
    expect(width).to.deep.include({
      name: 'width',
      in: 'query',
      schema: { type: 'integer', minimum: 16, maximum: 1280, default: 320 },
    })
    expect(width).not.to.have.property('required')
  })

  it('answers with bytes, and with each error of the contract', () => {
    expect(path.responses[200].content).to.deep.equal({
      'image/webp': { schema: { type: 'string', format: 'binary' } },
    })
    expect(path.responses[200].headers).to.include.keys('X-Thumbnail-Source-Width', 'X-RateLimit-Limit')
    const statuses = ['200', '400', '401', '403', '422', '429', '500', '503']
    expect(path.responses).to.have.all.keys(statuses)
    for (const { code, status } of thumbnailCases) {
      expect(path.responses[status].description).to.include(code)
    }
  })
})
