import { expect } from 'chai'
import { requestIdentity } from '#gateway/inspections/answer-cache.ts'
import { operationRoutes } from '#gateway/operations/index.ts'
import type { Parameters } from '#gateway/operations/operation.ts'
import { checkParameters } from '#shared/operations/parameters.ts'

function parametersOf(query: Record<string, unknown>): Parameters {
  const checked = checkParameters('metadata', { url: 'https://example.com/a', ...query }, true)
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  return checked.parameters
}
const identity = (query: Record<string, unknown>) => requestIdentity('metadata', parametersOf(query))

describe('metadata for the gateway', () => {
  for (const [one, other] of [
    [{ fields: 'og,basic' }, { fields: 'basic,og' }],
    [{ fields: 'all' }, { fields: 'basic,all' }],
    [{}, { device: 'desktop', max_images: '25', max_links: '100' }],
  ] as const) {
    it(`identifies ${JSON.stringify(one)} and ${JSON.stringify(other)} as the same request`, () =>
      expect(identity(one)).to.equal(identity(other)))
  }
  for (const other of [{ fields: 'og' }, { device: 'mobile' }, { max_images: '24' }, { max_links: '99' }]) {
    it(`identifies ${JSON.stringify(other)} as another request`, () =>
      expect(identity(other)).not.to.equal(identity({})))
  }
  it('holds a synchronous call for 15 s (infra/docs/clients.md#operations)', () => {
    expect(operationRoutes.metadata.answerTimeoutMs(parametersOf({}))).to.equal(15_000)
  })
})
