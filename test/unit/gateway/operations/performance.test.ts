import { expect } from 'chai'
import { requestIdentity } from '#gateway/inspections/answer-cache.ts'
import { operationRoutes } from '#gateway/operations/index.ts'
import type { Parameters } from '#gateway/operations/operation.ts'
import { checkParameters } from '#shared/operations/parameters.ts'

const url = 'https://example.com/a'

function parametersOf(query: Record<string, unknown>): Parameters {
  const checked = checkParameters('performance', { url, ...query }, true)
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  return checked.parameters
}

const identity = (query: Record<string, unknown>) => requestIdentity('performance', parametersOf(query))

describe('performance for the gateway', () => {
  it('has the defaults of the contract', () => {
    expect(parametersOf({})).to.deep.equal({
      url,
      device: 'desktop',
      waitUntil: 'networkidle2',
      timeout: 30_000,
    })
  })

  const defaults = { device: 'desktop', waitUntil: 'networkidle2', timeout: '30000', details: 'false' }
  for (const [what, query] of [
    ['the defaults by name', defaults],
    ['an empty fragment', { url: `${url}#` }],
    ['capitals in the host', { url: 'https://EXAMPLE.com/a' }],
  ] as const) {
    it(`identifies ${what} as the same request`, () => expect(identity(query)).to.equal(identity({})))
  }

  for (const changed of [
    { url: `${url}/` },
    { url: `${url}#/cart` },
    { device: 'mobile' },
    { device: 'tablet' },
    { waitUntil: 'load' },
    { timeout: 29_999 },
    { details: 'true' },
  ]) {
    it(`identifies ${JSON.stringify(changed)} as another request`, () =>
      expect(identity(changed)).not.to.equal(identity({})))
  }

  it('limits a synchronous call to timeout + 15 s', () => {
    const held = operationRoutes.performance.answerTimeoutMs(parametersOf({ timeout: 20_000 }))
    expect(held).to.equal(35_000)
  })

  it('adds the times of creation and expiry to a cached result and keeps its measurement', () => {
    const result = {
      run_id: 'one',
      cache: {
        cached: false,
        cache_key: 'k',
        ttl_seconds: 86_400,
        expires_at: '2026-11-23T12:00:04.000Z',
      },
      metadata: { processing_time_ms: 3000, page_load_time_ms: 480, page_load_rating: 'fast' },
    }
    const at = Date.parse('2026-11-22T12:00:05.000Z')
    const cached = { json: JSON.stringify(result), at, ttlSeconds: 86_400 }
    const presented = operationRoutes.performance.presentCached?.(cached, at + 3_600_000) ?? ''
    expect(JSON.parse(presented)).to.deep.equal({
      run_id: 'one',
      cache: {
        cached: true,
        cache_key: 'k',
        cached_at: '2026-11-22T12:00:05.000Z',
        ttl_seconds: 86_400,
        expires_at: '2026-11-23T12:00:05.000Z',
      },
      metadata: { processing_time_ms: 3000, page_load_time_ms: 0, page_load_rating: 'fast' },
    })
  })
})
