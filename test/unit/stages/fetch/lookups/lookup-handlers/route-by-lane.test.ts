import { expect } from 'chai'
import type { Lane } from '#shared/messages/topics.ts'
import type { CallContext, LookupHandlers } from '#stages/fetch/lookups/lookup-handlers.ts'
import { routeByLane } from '#stages/fetch/lookups/lookup-handlers.ts'

const methods = [
  'checkTarget',
  'robots',
  'probe',
  'describeImage',
  'thumbnail',
  'fetchFile',
  'scanSitemap',
  'listSitemap',
] as const

describe('routeByLane', () => {
  it('calls the handlers of the lane with all arguments', async () => {
    const calls: unknown[][] = []
    const handlers = (lane: Lane) =>
      Object.fromEntries(
        methods.map((method) => [
          method,
          (...requested: unknown[]) => void calls.push([lane, method, ...requested]),
        ]),
      ) as unknown as LookupHandlers
    const both = routeByLane({ interactive: handlers('interactive'), batch: handlers('batch') })
    const expected: unknown[][] = []
    for (const lane of ['interactive', 'batch'] as const) {
      const context = { lane } as CallContext
      for (const method of methods) {
        const takesTwo = !['checkTarget', 'probe', 'describeImage'].includes(method)
        const requested = takesTwo ? ['url', 'more', context] : ['url', context]
        ;(both[method] as (...all: unknown[]) => unknown)(...requested)
        expected.push([lane, method, ...requested])
      }
    }
    expect(calls).to.deep.equal(expected)
  })
})
