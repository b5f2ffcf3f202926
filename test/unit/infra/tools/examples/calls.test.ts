import { expect } from 'chai'
import * as calls from '#infra/tools/examples/calls.ts'

const all = [...calls.exampleCalls, ...calls.batchCalls('/batches/1')]

describe('calls of the examples', () => {
  it('have a name each within their operation', () => {
    const names = all.map(({ operationId, name }) => `${operationId} ${name}`)
    expect(new Set(names).size).to.equal(names.length)
  })
  it('name pages of the shop, without a port', () => {
    for (const { path, body } of all)
      expect(`${path} ${JSON.stringify(body)}`).not.to.match(/shop\.example:\d/)
  })
  it('have a body where they post, and none where they get', () => {
    for (const { method, body, name } of all) if (method === 'GET') expect(body, name).to.equal(undefined)
  })
})
