import { expect } from 'chai'
import { requestIdentity } from '#gateway/inspections/answer-cache.ts'
import { operationRoutes } from '#gateway/operations/index.ts'
import type { Parameters } from '#gateway/operations/operation.ts'
import { checkParameters } from '#shared/operations/parameters.ts'

const url = 'https://example.com/a'

function parametersOf(body: Record<string, unknown>): Parameters {
  const checked = checkParameters('snapshot', { url, ...body }, false)
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  return checked.parameters
}

const identity = (body: Record<string, unknown>) => requestIdentity('snapshot', parametersOf(body))

describe('snapshot for the gateway', () => {
  const same: [what: string, one: Record<string, unknown>, other: Record<string, unknown>][] = [
    ['a default by name', {}, { format: 'webp', quality: 80, fullPage: false }],
    ['a quality by name', { quality: 'high' }, { quality: 95 }],
    ['the quality of a png', { format: 'png', quality: 10 }, { format: 'png', quality: 90 }],
    ['a viewport beside a preset', { device: 'mobile' }, { device: 'mobile', viewport: { width: 800 } }],
    ['the preset by its numbers', { viewport: { width: 1920, height: 1080, deviceScaleFactor: 1 } }, {}],
    ['an empty fragment', { url: `${url}#` }, {}],
  ]
  for (const [what, one, other] of same) {
    it(`identifies ${what} as the same request`, () => expect(identity(one)).to.equal(identity(other)))
  }

  for (const changed of [
    { url: `${url}?` },
    { url: `${url}/` },
    { url: `${url}#/cart` },
    { device: 'mobile' },
    { viewport: { width: 800 } },
    { viewport: { deviceScaleFactor: 2 } },
    { fullPage: true },
    { selector: 'h1' },
    { locate: ['h1'] },
    { blockAds: true },
    { blockCookieBanners: true },
    { format: 'png' },
    { quality: 81 },
    { timeout: 29_999 },
    { waitFor: 1 },
    { waitUntil: 'load' },
  ]) {
    it(`identifies ${JSON.stringify(changed)} as another request`, () =>
      expect(identity(changed)).not.to.equal(identity({})))
  }

  it('identifies a whole page in any format that holds it as another request than one in webp', () => {
    const anyFormat = identity({ fullPage: true })
    expect(identity({ fullPage: true, format: 'webp' })).not.to.equal(anyFormat)
    expect(identity({ fullPage: true, format: 'jpeg' })).not.to.equal(anyFormat)
    expect(identity({ selector: 'p', format: 'webp' })).not.to.equal(identity({ selector: 'p' }))
  })

  it('limits a synchronous call to timeout + waitFor + 15 s', () => {
    const held = operationRoutes.snapshot.answerTimeoutMs(parametersOf({ timeout: 20_000, waitFor: 5000 }))
    expect(held).to.equal(40_000)
  })

  it('adds the remaining life to a cached result', () => {
    const result = { cached: false, cache_ttl_seconds: 86_400, screenshot_url: 'https://a.example/x.webp' }
    const cached = { json: JSON.stringify(result), at: 1_000_000, ttlSeconds: 86_400 }
    const ttlAt = (now: number) =>
      JSON.parse(operationRoutes.snapshot.presentCached?.(cached, now) ?? '').cache_ttl_seconds
    const presented = operationRoutes.snapshot.presentCached?.(cached, 1_000_000 + 3_600_000)
    expect(presented).to.equal(JSON.stringify({ ...result, cached: true, cache_ttl_seconds: 82_800 }))
    expect([ttlAt(1_000_001), ttlAt(1_000_000 + 86_400_001)]).to.deep.equal([86_399, 0])
  })

  it('needs the image that the result names', () => {
    const json = JSON.stringify({ url, format: 'png', checksum: '0a'.repeat(32) })
    expect(operationRoutes.snapshot.objectOf?.(json)).to.equal(`images/${'0a'.repeat(32)}.png`)
  })
})
