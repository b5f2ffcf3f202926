import { expect } from 'chai'
import { politenessOf } from '#gateway/cli/batch/politeness-options.ts'

describe('manners on the command line', () => {
  it('have the names of the service, and are absent where they were not given', () => {
    const line = (given: Record<string, number>) => ({ number: (name: string) => given[name] ?? null })
    expect(politenessOf(line({ 'delay-ms': 0, concurrency: 4 }))).to.deep.equal({
      delay_ms: 0,
      concurrency: 4,
    })
    expect(politenessOf(line({}))).to.deep.equal({})
  })
})
