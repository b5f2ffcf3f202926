import { expect } from 'chai'
import { operationOf } from '#gateway/console/app/views/history/operation-of.ts'
import { operations } from '#shared/errors.ts'
import { resultSchemas } from '#shared/operations/results/result-schemas.ts'

describe('operationOf', () => {
  it('names the operation of a result by the properties that the contract always gives it', () => {
    expect(
      operationOf({ url: 'https://a.example/', screenshot_url: 'https://s.example/images/1.png' }),
    ).to.equal('snapshot')
    expect(
      operationOf({ url: 'https://a.example/', extraction: { method: 'raw_html', ua_family: 'desktop' } }),
    ).to.equal('metadata')
    expect(operationOf({ url: 'https://a.example/', run_id: '1', mode: 'lab' })).to.equal('performance')
    expect(operationOf({ url: 'https://a.example/', scannedAt: '2026-01-01T00:00:00Z' })).to.equal(
      'seo-audit',
    )
  })

  it('names each operation by required properties that no other has', () => {
    const named = operations.map((operation) => {
      const { shape } = resultSchemas[operation]
      const required = Object.entries(shape).filter(([, field]) => !field.safeParse(undefined).success)
      return operationOf(Object.fromEntries(required.map(([name]) => [name, null])))
    })
    expect(named).to.deep.equal([...operations])
  })

  it('answers null for what is no result', () => {
    expect(operationOf({ url: 'https://a.example/', title: 'run_id' })).to.equal(null)
    expect(operationOf(null)).to.equal(null)
    expect(operationOf('run_id')).to.equal(null)
  })
})
