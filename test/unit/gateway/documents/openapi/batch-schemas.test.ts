import { expect } from 'chai'
import { batchComponents } from '#gateway/documents/openapi/batch-schemas.ts'

/** The fields of infra/docs/batches.md#batches. */
const status = ['id', 'operation', 'source', 'first_url', 'state', 'counts', 'created_at', 'finished_at']

describe('schemas of batches', () => {
  const { Batch, BatchPage } = batchComponents()
  const propertiesOf = (schema: unknown) => (schema as { properties: Record<string, unknown> }).properties

  it('have the fields of a status', () => {
    const ofOne = ['rejected', 'parameters', 'crawl', 'delay_ms', 'concurrency', 'pace', 'hosts']
    expect(Object.keys(propertiesOf(Batch))).to.have.members([...status, ...ofOne])
  })

  it('have the fields of batches.md#pace in the pace', () => {
    const { pace } = propertiesOf(Batch)
    expect(Object.keys(propertiesOf(pace))).to.have.members(['pages_per_second', 'eta_seconds', 'waits'])
    const { items } = propertiesOf(pace).waits as { items: unknown }
    const fields = ['host', 'until', 'reason', 'message', 'url', 'status', 'delay_ms']
    expect(Object.keys(propertiesOf(items))).to.have.members(fields)
  })

  it('have less in a list, and its cursor', () => {
    expect(Object.keys(propertiesOf(BatchPage))).to.have.members(['batches', 'next_cursor', 'next'])
    const { items } = propertiesOf(BatchPage).batches as { items: unknown }
    expect(Object.keys(propertiesOf(items))).to.have.members(status)
  })
})
