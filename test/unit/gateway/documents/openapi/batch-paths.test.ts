import { expect } from 'chai'
import { batchCases, batchPaths } from '#gateway/documents/openapi/batch-paths.ts'

type Item = Readonly<Record<string, { operationId: string; parameters?: { name?: string }[] }>>
const paths = batchPaths({ delayMs: 700, concurrency: 3 }) as Readonly<Record<string, Item>>

describe('batches in the OpenAPI document', () => {
  it('are submitted, listed, read, changed and cancelled (infra/docs/batches.md#batches)', () => {
    expect(
      Object.entries(paths).map(([path, item]) => `${Object.keys(item).sort()} ${path}`),
    ).to.have.members([
      'get,post /batches',
      'delete,get /batches/{id}',
      'post /batches/{id}/pause',
      'post /batches/{id}/resume',
      'get /batches/{id}/results',
      'put /batches/{id}/lines',
      'post /batches/{id}/start',
    ])
  })
  it('have the manners of a batch with the defaults of the installation, as parameters and in the body', () => {
    const { parameters = [], requestBody } = (paths['/batches'] as Item).post as unknown as {
      parameters: { name: string; schema: object }[]
      requestBody: { content: Record<string, { schema: { properties: Record<string, object> } }> }
    }
    const schemaOf = (name: string) => parameters.find((one) => one.name === name)?.schema
    expect(schemaOf('delay_ms')).to.include({ minimum: 0, maximum: 60_000, default: 700 })
    expect(schemaOf('concurrency')).to.include({ minimum: 1, maximum: 64, default: 3 })
    const { properties } = requestBody.content['application/json']?.schema ?? { properties: {} }
    expect(properties.delay_ms).to.include({ default: 700 })
    expect(properties.concurrency).to.include({ default: 3 })
  })
  it('have a name for each call, used once', () => {
    const ids = Object.values(paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).to.equal(9)
  })
  it('have a parameter for each placeholder of their path', () => {
    for (const [path, item] of Object.entries(paths)) {
      if (!path.includes('{id}')) continue
      for (const { parameters = [] } of Object.values(item))
        expect(
          parameters.map(({ name }) => name),
          path,
        ).to.include('id')
    }
  })
  it('have errors of shape C', () => {
    expect(new Set(batchCases().map(({ shape }) => shape))).to.deep.equal(new Set(['C']))
    expect(batchCases().map(({ code }) => code)).to.include.members([
      'NOT_FOUND',
      'CONFLICT',
      'SERVICE_UNAVAILABLE',
    ])
  })
})
