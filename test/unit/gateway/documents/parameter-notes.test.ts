import { expect } from 'chai'
import { meaningOf, tokensOf } from '#gateway/documents/parameter-notes.ts'
import { parameterSchemas } from '#shared/operations/parameters.ts'

describe('notes about parameters', () => {
  it('describe each parameter of each operation in a sentence', () => {
    for (const { shape } of Object.values(parameterSchemas)) {
      for (const name of Object.keys(shape)) expect(meaningOf(name), name).to.match(/^[A-Z].*\.$/)
    }
  })
  it('refuse a parameter without a description', () => expect(() => meaningOf('nothing')).to.throw())
  it('name the groups of the comma lists (infra/docs/clients.md#metadata-parameters)', () => {
    expect(tokensOf('metadata', 'fields')).to.include.members(['basic', 'tier1', 'all'])
    expect(tokensOf('seo-audit', 'fields')).to.include('all')
    expect(tokensOf('metadata', 'device')).to.equal(null)
  })
})
