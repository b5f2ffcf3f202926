import { expect } from 'chai'
import { requestIdentity } from '#gateway/inspections/answer-cache.ts'
import { operationRoutes } from '#gateway/operations/index.ts'
import type { Parameters } from '#gateway/operations/operation.ts'
import { checkParameters } from '#shared/operations/parameters.ts'

function parametersOf(query: Record<string, unknown>): Parameters {
  const checked = checkParameters('seo-audit', { url: 'https://example.com/a', ...query }, true)
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  return checked.parameters
}
const identity = (query: Record<string, unknown>) => requestIdentity('seo-audit', parametersOf(query))

describe('audits for the gateway', () => {
  it('are the same request with the same groups in any order', () => {
    expect(identity({ fields: 'issues,scoring' })).to.equal(identity({ fields: 'scoring,issues' }))
    expect(identity({ fields: 'all' })).to.equal(identity({ fields: 'issues,all' }))
  })
  for (const other of [{ device: 'desktop' }, { fields: 'issues' }, { compare: 'true' }]) {
    it(`are another request with ${JSON.stringify(other)}`, () =>
      expect(identity(other)).not.to.equal(identity({})))
  }
  it('that compare are never answered from the cache', () => {
    const { bypassesCache } = operationRoutes['seo-audit']
    expect(bypassesCache?.(parametersOf({ compare: 'true' }))).to.equal(true)
    expect(bypassesCache?.(parametersOf({}))).to.equal(false)
  })
  it('hold a synchronous call for 25 s (infra/docs/clients.md#operations)', () => {
    expect(operationRoutes['seo-audit'].answerTimeoutMs(parametersOf({}))).to.equal(25_000)
  })
})
