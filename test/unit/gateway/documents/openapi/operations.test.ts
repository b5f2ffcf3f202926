import { expect } from 'chai'
import {
  accepted,
  availableOperations,
  operationPaths,
  resultComponents,
  resultName,
} from '#gateway/documents/openapi/operations.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into every part of the document
const paths = operationPaths() as any

describe('operations in the OpenAPI document', () => {
  it('are the four of infra/docs/clients.md#operations, each with its method', () => {
    expect(
      Object.entries<object>(paths).map(([path, item]) => [path, ...Object.keys(item)]),
    ).to.have.deep.members([
      ['/snapshot', 'post'],
      ['/metadata', 'get'],
      ['/performance', 'get'],
      ['/seo-audit', 'get'],
    ])
  })
  it('read a body where the method has one, else the query', () => {
    expect(paths['/snapshot'].post.requestBody.required).to.equal(true)
    expect(paths['/metadata'].get).not.to.have.property('requestBody')
    const inQuery = paths['/metadata'].get.parameters.filter((one: { in?: string }) => one.in === 'query')
    expect(inQuery.map(({ name }: { name: string }) => name)).to.include.members(['url', 'fields', 'device'])
    expect(paths['/snapshot'].post.parameters.some((one: { in?: string }) => one.in === 'query')).to.equal(
      false,
    )
  })
  it('have one result each, which is a component', () => {
    const components = resultComponents()
    expect(Object.keys(components)).to.have.members(availableOperations.map(resultName))
    for (const [path, item] of Object.entries<Record<string, { responses: Record<string, unknown> }>>(
      paths,
    )) {
      const [operation] = Object.values(item)
      expect(operation?.responses, path).to.include.all.keys('200', '202', '400', '401', '429', '503')
    }
  })
  it('may answer 202 with the place of the answer', () => {
    expect(
      Object.keys((accepted('getMetadata', ['Preference-Applied']) as { headers: object }).headers),
    ).to.have.members(['X-Request-Id', 'Location', 'Retry-After', 'Preference-Applied'])
  })
})
