// own service: pages are measured where nothing else is done
import { expect } from 'chai'
import sharp from 'sharp'
import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import type { WaitUntil } from '#shared/operations/snapshot.ts'
import { endlessImage } from '#test/site/hostile/pages.ts'
import { cachePages, file, html, script } from '#test/site/lab-resources/pages.ts'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { openEmbeddedService, type ServiceFixture } from '#test/support/service/service-fixture.ts'
import { API_KEY } from '#test/support/service/service-process.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

/** A block as wide as the window and 200 px high, which moves down by 100 px after its first paint. */
const shifting = `<style>*{margin:0}</style><div id="room"></div><div id="block" style="height:200px">Text</div>
<script>onload = () => setTimeout(() => { room.style.height = '100px' }, 700)</script>`

/** An incompressible image: 400 × 400 pixels of noise. */
function noisy(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const create = { width: 400, height: 400, channels: 3, background: '#888', noise } as const
  return sharp({ create }).png().toBuffer()
}

/** Pages whose measurements follow from their construction. */
describe('GET /performance, embedded: pages with known measurements', () => {
  let site: TargetSite
  let fixture: ServiceFixture

  before('start the service', async function () {
    requireBrowser(this)
    this.timeout(120_000)
    const kept = { 'cache-control': 'max-age=31536000, immutable', etag: '"one"' }
    site = await openSite({
      routes: {
        ...cachePages,
        '/shifting': html(shifting),
        '/heavy': html('<script src="/plain.js"></script><img src="/noise.png" width="100" height="100">'),
        '/plain.js': script(`//${'a'.repeat(40_958)}`, kept),
        '/noise.png': file('image/png', await noisy(), kept),
        '/data': file('application/json; charset=utf-8', '{"some": "words"}'),
        '/to-data': (_, response) => void response.writeHead(302, { location: '/data' }).end(),
        '/hanging': html('<p>Some words</p><img src="/endless-image">'),
        '/endless-image': endlessImage,
        '/moved': (_, response) => void response.writeHead(302, { location: '/shifting' }).end(),
      },
    })
    fixture = await openEmbeddedService()
  })
  after('stop it', async () => {
    await fixture?.close()
    await site?.close()
  })

  function ask(path: string, waitUntil: WaitUntil): Promise<Response> {
    const query = new URLSearchParams({ url: site.url(path), waitUntil })
    const headers = { 'X-API-Key': API_KEY }
    return fetch(`${fixture.service.url}/performance?${query}`, { headers })
  }
  async function measured(path: string, waitUntil: WaitUntil = 'load'): Promise<PerformanceResult> {
    const answer = await ask(path, waitUntil)
    const result = await answer.json()
    expect(answer.status, JSON.stringify(result)).to.equal(200)
    return result as PerformanceResult
  }

  it('nine responses, five of them fresh, three without caching headers', async () => {
    const { resources } = await measured('/cached')
    expect(resources.total_requests).to.equal(9)
    expect(resources.caching).to.include({
      cacheable_requests: 5,
      missing_cache_headers: 3,
      cache_hit_ratio: 0.556,
    })
  })

  it('40 KiB of one letter, uncompressed, and an image sixteen times too large', async () => {
    const { resources, tips } = await measured('/heavy')
    expect(resources.by_type.javascript).to.include({ count: 1, decoded_kb: 40 })
    expect(resources.by_type.image).to.include({ count: 1, unoptimized: 1 })
    expect(resources.caching.compression).to.include({ uncompressed: 1, gzip_or_br: 0 })
    expect(resources.caching.compression.estimated_savings_kb).to.be.within(39.8, 40)
    expect(tips.map(({ tip_id }) => tip_id)).to.include.members([
      'text-uncompressed',
      'images-oversized',
      'images-legacy-format',
    ])
  })

  // (300 x 1920) / (1080 x 1920) of the window moved by 100 / 1920 of its longer side: 0.01447
  it('a block of 200 px that moves down by 100 px, after a redirect', async () => {
    const { core_web_vitals, resources, tips, final_url } = await measured('/moved')
    expect(core_web_vitals.cls).to.include({ value: 0.0145, rating: 'good' })
    expect(resources.by_type.document.count).to.equal(2)
    expect(final_url).to.equal(site.url('/shifting'))
    expect(tips.map(({ tip_id }) => tip_id)).to.include('document-redirects')
  })

  it('an image that never ends, with domcontentloaded: nothing is missing', async () => {
    const { core_web_vitals, resources, missing } = await measured('/hanging', 'domcontentloaded')
    expect(core_web_vitals.lcp.value_ms).to.be.above(0)
    expect(missing).to.deep.equal({})
    expect(resources.caching.cache_hit_ratio_source).to.equal('measured')
  })

  for (const [path, type] of [
    ['/data', 'application/json; charset=utf-8'],
    ['/to-data', 'application/json; charset=utf-8'],
    ['/noise.png', 'image/png'],
  ] as const) {
    it(`a target that is not HTML, 502: ${path}`, async () => {
      const answer = await ask(path, 'load')
      const message = `The target is not an HTML page but ${type}`
      const problem = { code: 'custom', expected: 'an HTML page', received: type, path: ['url'], message }
      expect(answer.status).to.equal(502)
      expect(await answer.json()).to.deep.equal({
        error: { code: 'PAGE_LOAD_FAILED', http_status: 502, message, details: [problem] },
      })
    })
  }
})
