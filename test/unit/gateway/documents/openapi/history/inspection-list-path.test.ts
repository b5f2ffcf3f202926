import { expect } from 'chai'
import {
  inspectionListComponents,
  inspectionListPath,
} from '#gateway/documents/openapi/history/inspection-list-path.ts'

describe('document of the list of inspections', () => {
  const { get } = inspectionListPath()['/inspections'] as {
    get: { parameters: { name?: string }[]; responses: object }
  }

  it('names the parameters and the answers', () => {
    const names = get.parameters.flatMap(({ name }) => name ?? [])
    expect(names).to.deep.equal(['operation', 'host', 'state', 'limit', 'cursor'])
    expect(Object.keys(get.responses)).to.have.members(['200', '400', '401', '429', '500', '503'])
  })

  it('has a schema of a page', () => {
    const { properties } = inspectionListComponents().InspectionPage as {
      properties: { inspections: { items: { required: string[] } } }
    }
    const { required } = properties.inspections.items
    expect(required).to.have.members(['id', 'operation', 'url', 'state', 'code', 'created_at', 'ms'])
  })
})
