import { expect } from 'chai'
import { z } from 'zod'
import { batchParameters, batchReadCases, queryOf } from '#gateway/documents/openapi/batch-parts.ts'

describe('parts of the documents of batch routes', () => {
  it('are the parameters of a query, from its schema', () => {
    const query = z.strictObject({ limit: z.int().min(1).optional().describe('At most so many.') })
    expect(queryOf(query)).to.deep.equal([
      {
        ...{ name: 'limit', in: 'query', description: 'At most so many.' },
        schema: { type: 'integer', minimum: 1 },
      },
    ])
  })

  it('are the errors of a route that reads something of a batch', () => {
    expect(new Set(batchReadCases.map(({ status }) => status))).to.deep.equal(
      new Set([400, 401, 403, 404, 429, 500, 503]),
    )
    expect(batchParameters).to.have.length(2)
  })
})
