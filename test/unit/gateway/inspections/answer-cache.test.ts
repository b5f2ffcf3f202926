import { expect } from 'chai'
import { type AnswerCache, makeAnswerCache, requestIdentity } from '#gateway/inspections/answer-cache.ts'
import { unavailable } from '#shared/errors.ts'
import type { Outcome } from '#shared/messages/events/outcome.ts'
import { type AvailableOperation, checkParameters } from '#shared/operations/parameters.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { type DrivenClock, driveClock } from '#test/unit/driven-clock.ts'
import { cacheTtl } from '../support/cache-ttl.ts'

const URL_A = 'https://example.com/a'
const SECOND = 1000

function parametersOf(operation: AvailableOperation, raw: Record<string, unknown>) {
  const checked = checkParameters(operation, { url: URL_A, ...raw }, true)
  if ('problems' in checked) throw new Error('the test asks wrongly')
  return checked.parameters
}

const image = { checksum: '0a'.repeat(32), format: 'png' }
const imageName = `images/${image.checksum}.png`

/** The outcome of an inspection as its event contains it: `infra/docs/consumers.md#events`. */
function outcomeOf(operation: AvailableOperation, result: object): Outcome {
  const own = operation === 'snapshot' ? { ...image, cached: false, ...result } : result
  const json = JSON.stringify({ operation, parameters: {}, url: URL_A, result: own })
  return { topic: `result.${operation}`, timing: '', json, dataref: null }
}

describe('answer cache', () => {
  let embedded: Embedded
  let cache: AnswerCache
  let clock: DrivenClock

  beforeEach(async () => {
    clock = driveClock()
    embedded = await openEmbedded()
    await embedded.objects.put(imageName, Buffer.from('x'), 'image/png')
    cache = makeAnswerCache(embedded.store, embedded.objects, cacheTtl)
  })
  afterEach(async () => {
    await embedded.close()
    clock.stop()
  })

  /** Writes a result with these parameters, of an inspection that ended some seconds ago. */
  function keep(
    operation: AvailableOperation,
    raw: Record<string, unknown>,
    outcome: Outcome = outcomeOf(operation, { url: URL_A, title: 'A page' }),
    secondsAgo = 0,
  ): Promise<void> {
    const parameters = parametersOf(operation, raw)
    const identity = requestIdentity(operation, parameters)
    const requested = { operation, identity, url: parameters.url }
    return cache.write(requested, outcome, Date.now() - secondsAgo * SECOND)
  }

  async function recall(
    operation: AvailableOperation,
    raw: Record<string, unknown>,
    maxAgeSeconds: number | null = null,
  ): Promise<Record<string, unknown> | null> {
    const json = await cache.read(operation, parametersOf(operation, raw), maxAgeSeconds)
    return json === null ? null : JSON.parse(json)
  }

  type Raw = Record<string, unknown>
  const hits: [AvailableOperation, string, Raw, Raw][] = [
    ['metadata', 'the same parameters', { fields: 'basic' }, { fields: 'basic' }],
    ['metadata', 'fields in another order', { fields: 'og,basic' }, { fields: 'basic,og' }],
    ['metadata', 'fields named twice', { fields: 'basic,basic' }, { fields: 'basic' }],
    ['metadata', 'all by default and by name', {}, { fields: 'all' }],
    ['metadata', 'all beside other fields', { fields: 'all,basic' }, {}],
    ['metadata', 'defaults written out', {}, { device: 'desktop', max_images: '25', max_links: '100' }],
    ['metadata', 'a fragment', { url: 'https://example.com/a#top' }, {}],
    ['metadata', 'upper case in the host', { url: 'https://EXAMPLE.com/a' }, {}],
    ['metadata', 'the default port', { url: 'https://example.com:443/a' }, {}],
    ['metadata', 'dots in the path', { url: 'https://example.com/b/../a' }, {}],
    ['snapshot', 'defaults written out', {}, { format: 'webp', quality: 80, fullPage: false }],
    ['snapshot', 'a preset and its viewport', { device: 'desktop' }, { viewport: {} }],
    ['snapshot', 'a name and its quality', { quality: 'high' }, { quality: 95 }],
    ['snapshot', 'an empty fragment', { url: 'https://example.com/a#' }, {}],
    ['seo-audit', 'a fragment', { url: 'https://example.com/a#top' }, {}],
    ['snapshot', 'a quality that png does not have', { format: 'png', quality: 10 }, { format: 'png' }],
  ]
  for (const [operation, name, first, second] of hits) {
    it(`returns an answer for ${name}: ${operation}`, async () => {
      await keep(operation, first)
      expect(await recall(operation, second)).to.include({ title: 'A page' })
    })
  }

  const misses: [AvailableOperation, string, Raw][] = [
    ['metadata', 'other fields', { fields: 'og' }],
    ['metadata', 'another device', { device: 'mobile' }],
    ['metadata', 'another max_images', { max_images: 24 }],
    ['metadata', 'another max_links', { max_links: 99 }],
    ['metadata', 'another path', { url: 'https://example.com/b' }],
    ['metadata', 'a slash more', { url: 'https://example.com/a/' }],
    ['metadata', 'another scheme', { url: 'http://example.com/a' }],
    ['metadata', 'a query', { url: 'https://example.com/a?x=1' }],
    ['metadata', 'an empty query', { url: 'https://example.com/a?' }],
    ['metadata', 'a subdomain', { url: 'https://www.example.com/a' }],
    ['snapshot', 'a fragment, which a router in the page may use', { url: 'https://example.com/a#/b' }],
    ['snapshot', 'another viewport', { viewport: { width: 800 } }],
    ['snapshot', 'another device', { device: 'mobile' }],
    ['snapshot', 'the full page', { fullPage: true }],
    ['snapshot', 'a selector', { selector: 'h1' }],
    ['snapshot', 'another format', { format: 'png' }],
    ['snapshot', 'another quality', { quality: 81 }],
    ['snapshot', 'ads blocked', { blockAds: true }],
    ['snapshot', 'banners blocked', { blockCookieBanners: true }],
    ['snapshot', 'another wait', { waitFor: 1 }],
    ['snapshot', 'another moment', { waitUntil: 'load' }],
    ['snapshot', 'another timeout', { timeout: 29_999 }],
  ]
  for (const [operation, name, raw] of misses) {
    it(`returns nothing for ${name}: ${operation}`, async () => {
      await keep(operation, {})
      expect(await recall(operation, raw)).to.equal(null)
    })
  }

  it('separates operations', async () => {
    await keep('metadata', {})
    expect(await recall('snapshot', {})).to.equal(null)
  })

  it('has an identity for each operation on the same parameters', () => {
    const parameters = parametersOf('metadata', {})
    const first = requestIdentity('metadata', parameters)
    expect(first).to.match(/^metadata:/)
    expect(requestIdentity('seo-audit', parameters)).to.match(/^seo-audit:/)
    expect(requestIdentity('metadata', parameters)).to.equal(first)
  })

  it('returns `url` as the caller wrote it and the rest unchanged', async () => {
    await keep('metadata', {})
    const url = 'https://EXAMPLE.com/a#x'
    expect(await recall('metadata', { url })).to.deep.equal({ url, title: 'A page' })
  })

  it('returns a metadata answer up to its maximum age and that of the caller', async () => {
    await keep('metadata', {}, undefined, 60)
    expect(await recall('metadata', {}, 59)).to.equal(null)
    expect(await recall('metadata', {}, 3600)).to.include({ title: 'A page' })
    await keep('metadata', { fields: 'og' }, undefined, 3601)
    expect(await recall('metadata', { fields: 'og' })).to.equal(null)
  })

  it('drops an answer at the end of its life, also one that was written late', async () => {
    await keep('metadata', {}, undefined, 3598)
    expect(await recall('metadata', {})).to.include({ title: 'A page' })
    await clock.pass(1999)
    expect(await recall('metadata', {})).to.include({ title: 'A page' })
    await clock.pass(1)
    expect(await recall('metadata', {})).to.equal(null)
  })

  it('marks a snapshot as cached, with its remaining life', async () => {
    const result = {
      url: URL_A,
      screenshot_url: 'https://x/1.webp',
      cached: false,
      cache_ttl_seconds: 86_400,
    }
    await keep('snapshot', {}, outcomeOf('snapshot', result), 1000)
    const again = await recall('snapshot', {})
    expect(again).to.include({ screenshot_url: 'https://x/1.webp', cached: true })
    expect(again?.cache_ttl_seconds).to.equal(85_400)
  })

  describe('of a bot challenge', () => {
    const challenge = { blocked: 'challenge' }

    it('keeps it for a minute', async () => {
      await keep('metadata', {}, { ...outcomeOf('metadata', { title: 'Just a moment' }), ...challenge }, 55)
      expect(await recall('metadata', {})).to.include({ title: 'Just a moment' })
      await keep('seo-audit', {}, { ...outcomeOf('seo-audit', { grade: 'F' }), ...challenge }, 60)
      expect(await recall('seo-audit', {})).to.equal(null)
    })

    it('keeps it no longer than other results', async () => {
      cache = makeAnswerCache(embedded.store, embedded.objects, { ...cacheTtl, metadata: 20 })
      await keep('metadata', {}, { ...outcomeOf('metadata', { title: 'Just a moment' }), ...challenge }, 15)
      expect(await recall('metadata', {})).to.include({ title: 'Just a moment' })
      await keep('metadata', { fields: 'og' }, { ...outcomeOf('metadata', {}), ...challenge }, 21)
      expect(await recall('metadata', { fields: 'og' })).to.equal(null)
    })

    it('has its remaining life', async () => {
      const result = { url: URL_A, cached: false, cache_ttl_seconds: 60 }
      await keep('snapshot', {}, { ...outcomeOf('snapshot', result), ...challenge }, 20)
      const again = await recall('snapshot', {})
      expect(again).to.include({ cached: true })
      expect(again?.cache_ttl_seconds).to.equal(40)
    })
  })

  it('does not return a snapshot whose image is deleted', async () => {
    await keep('snapshot', {})
    expect(await recall('snapshot', {})).to.include({ cached: true })
    await embedded.objects.remove(imageName)
    expect(await recall('snapshot', {})).to.equal(null)
  })

  it('assumes that an image is there while the object store is unavailable, and hides no other error', async () => {
    await keep('snapshot', {})
    const readWith = (error: Error) => {
      const stat = () => Promise.reject(error)
      const broken = makeAnswerCache(embedded.store, { ...embedded.objects, stat }, cacheTtl)
      return broken.read('snapshot', parametersOf('snapshot', {}), null)
    }
    expect(await readWith(unavailable('objects'))).to.be.a('string')
    expect(String(await rejectionOf(readWith(new TypeError('wrong'))))).to.include('wrong')
  })

  it('does not keep a failure', async () => {
    await keep('metadata', {}, { ...outcomeOf('metadata', {}), topic: 'inspection.failed' })
    expect(await recall('metadata', {})).to.equal(null)
  })

  describe('of a value that is too large for a message', () => {
    const file = `${'ab'.repeat(32)}.json`
    const outcome = {
      ...outcomeOf('metadata', {}),
      json: '',
      dataref: `https://pageprobe.test/bodies/${file}`,
    }
    const text = 'x'.repeat(300_000)

    it('returns it without storing it in the key-value store', async () => {
      const { json } = outcomeOf('metadata', { url: URL_A, text })
      await embedded.objects.put(`bodies/${file}`, Buffer.from(json), 'application/json')
      await keep('metadata', {}, outcome)
      const url = 'https://example.com/a#x'
      expect(await recall('metadata', { url })).to.deep.equal({ url, text })
      const [entry] = await embedded.store.entries('cache:')
      expect(entry?.[1].length).to.be.below(500)
    })

    it('returns the part of the value that its outcome names', async () => {
      const head = '{"operation":"metadata","result":'
      const body = Buffer.from(`${head}{"url":"${URL_A}","title":"A page"}}`)
      await embedded.objects.put(`bodies/${file}`, body, 'application/json')
      await keep('metadata', {}, { ...outcome, resultAt: head.length })
      expect(await recall('metadata', {})).to.deep.equal({ url: URL_A, title: 'A page' })
      // A place that is wrong by one shows that the place counts, and not the text.
      const parameters = parametersOf('metadata', { fields: 'og' })
      await keep('metadata', { fields: 'og' }, { ...outcome, resultAt: head.length + 1 })
      expect(await cache.read('metadata', parameters, null)).to.equal(`"url":"${URL_A}","title":"A page"}`)
    })

    it('returns nothing when the value has expired', async () => {
      await keep('metadata', {}, outcome)
      expect(await recall('metadata', {})).to.equal(null)
    })
  })
})
