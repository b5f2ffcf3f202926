import { expect } from 'chai'
import { type AnswerCache, makeAnswerCache } from '#gateway/answer-cache.ts'
import { sqliteResultStore } from '#shared/adapters/result-store-sqlite.ts'
import { openDatabase } from '#shared/adapters/sqlite.ts'
import { checkParameters } from '#shared/operations/parameters.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'

const result = { url: 'https://example.com/a', title: 'A page' }

function parameters(raw: Record<string, unknown>) {
  const checked = checkParameters('metadata', { url: 'https://example.com/a', ...raw }, true)
  if ('problems' in checked) throw new Error('the test asks wrongly')
  return checked.parameters
}

describe('answer cache of metadata', () => {
  let store: ResultStore
  let cache: AnswerCache

  beforeEach(() => {
    store = sqliteResultStore({ database: openDatabase(':memory:') })
    cache = makeAnswerCache(store, { metadata: 3600 })
  })
  afterEach(() => store.close())

  const hits: [string, Record<string, unknown>, Record<string, unknown>][] = [
    ['the same parameters', { fields: 'basic' }, { fields: 'basic' }],
    ['fields in another order', { fields: 'og,basic' }, { fields: 'basic,og' }],
    ['fields named twice', { fields: 'basic,basic' }, { fields: 'basic' }],
    ['all by default and by name', {}, { fields: 'all' }],
    ['all beside other fields', { fields: 'all,basic' }, {}],
    ['defaults written out', {}, { device: 'desktop', max_images: '25', max_links: '100' }],
    ['a fragment', { url: 'https://example.com/a#top' }, {}],
    ['upper case in the host', { url: 'https://EXAMPLE.com/a' }, {}],
    ['the default port', { url: 'https://example.com:443/a' }, {}],
  ]
  for (const [name, first, second] of hits) {
    it(`gives an answer again for ${name}`, async () => {
      await cache.write('metadata', parameters(first), result)
      expect(await cache.read('metadata', parameters(second), null)).to.be.a('string')
    })
  }

  const misses: [string, Record<string, unknown>][] = [
    ['other fields', { fields: 'og' }],
    ['another device', { device: 'mobile' }],
    ['another max_images', { max_images: 24 }],
    ['another max_links', { max_links: 99 }],
    ['another path', { url: 'https://example.com/b' }],
    ['a slash more', { url: 'https://example.com/a/' }],
    ['another scheme', { url: 'http://example.com/a' }],
    ['another order of the query', { url: 'https://example.com/a?x=1&y=2' }],
  ]
  for (const [name, raw] of misses) {
    it(`asks anew for ${name}`, async () => {
      await cache.write('metadata', parameters({}), result)
      expect(await cache.read('metadata', parameters(raw), null)).to.equal(null)
    })
  }

  it("gives `url` in the caller's spelling and the rest unchanged", async () => {
    await cache.write('metadata', parameters({}), result)
    const json = await cache.read('metadata', parameters({ url: 'https://EXAMPLE.com/a#x' }), null)
    expect(JSON.parse(json ?? '')).to.deep.equal({ url: 'https://EXAMPLE.com/a#x', title: 'A page' })
  })

  it('gives no answer that is older than the caller accepts', async () => {
    await cache.write('metadata', parameters({}), result)
    await new Promise((resolve) => setTimeout(resolve, 1100))
    expect(await cache.read('metadata', parameters({}), 1)).to.equal(null)
    expect(await cache.read('metadata', parameters({}), 3600)).to.be.a('string')
  })
})
