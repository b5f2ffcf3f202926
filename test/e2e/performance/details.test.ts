import { expect } from 'chai'
import sharp from 'sharp'
import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import type { SnapshotResult } from '#shared/operations/results/snapshot-result.ts'
import { expectAccessible, expectContained } from '#test/support/console/console-checks.ts'
import { type ConsoleFixture, consoleForSuite } from '#test/support/console/console-fixture.ts'
import type { Route } from '#test/support/sites/target-site.ts'

/** Milliseconds that the style sheet takes at least. */
const SLOW_MS = 400
/** Where the largest image stands, in CSS pixels of a desktop's view of 1,920 px. */
const hero = { left: 96, top: 200, width: 960, height: 400 }
const place = Object.entries(hero).map(([name, px]) => `${name}:${px}px`)

const answer =
  (type: string, body: string | Buffer, afterMs = 0, status = 200): Route =>
  (_, response) =>
    void setTimeout(() => response.writeHead(status, { 'content-type': type }).end(body), afterMs)

/** A style sheet that holds back the paint, a script that does not, an image that is the largest paint, and a file that is not there. */
const page = `<!doctype html><html lang="en"><head><title>Details</title><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><link rel="stylesheet" href="/slow.css"><script src="/app.js" defer></script></head>
<body><h1>Details</h1><img id="hero" src="/hero.png" alt="Noise"><script src="/gone.js" defer></script></body></html>`

/** Bytes that no encoder makes small: 600 x 250 pixels. */
function noise(): Promise<Buffer> {
  const grain = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width: 600, height: 250, channels: 3, background: '#888', noise: grain } })
    .png()
    .toBuffer()
}

describe('details of performance and located elements', function () {
  this.timeout(180_000)
  let fixture: ConsoleFixture
  let url: string

  before(async function () {
    const routes = {
      '/page': answer('text/html', page),
      '/slow.css': answer('text/css', `body{margin:0}#hero{position:absolute;${place.join(';')}}`, SLOW_MS),
      '/app.js': answer('text/javascript', 'document.title += "."'),
      '/gone.js': answer('text/javascript', '', 0, 404),
      '/hero.png': answer('image/png', await noise()),
    }
    fixture = await consoleForSuite(this, { site: { routes } })
    url = fixture.site.url('/page')
  })
  after(() => fixture?.close())

  const headers = () => ({ 'X-API-Key': fixture.key, 'Content-Type': 'application/json' })
  async function measure(more: Readonly<Record<string, string>> = {}) {
    const query = new URLSearchParams({ url, ...more })
    const response = await fetch(`${fixture.url}/performance?${query}`, { headers: headers() })
    return { status: response.status, result: (await response.json()) as PerformanceResult }
  }
  async function capture(body: object) {
    const request = { method: 'POST', headers: headers(), body: JSON.stringify({ url, ...body }) }
    const response = await fetch(`${fixture.url}/snapshot`, request)
    return { status: response.status, result: (await response.json()) as SnapshotResult }
  }

  it('names the requests, what blocked paint, and the files of tips', async () => {
    const { result } = await measure({ details: 'true' })
    const { requests = [], tips = [], lcp, truncated } = result.details ?? {}
    const byPath = new Map(requests.map((one) => [new URL(one.url).pathname, one]))
    expect([...byPath.keys()]).to.have.members(['/page', '/slow.css', '/app.js', '/hero.png', '/gone.js'])
    expect([...byPath].filter(([, one]) => one.blocks_paint).map(([path]) => path)).to.deep.equal([
      '/slow.css',
    ])
    const style = byPath.get('/slow.css')
    expect((style?.end_ms ?? 0) - (style?.start_ms ?? 0)).to.be.at.least(SLOW_MS)
    expect([style?.type, byPath.get('/gone.js')?.status]).to.deep.equal(['stylesheet', 404])
    expect([lcp?.url, truncated]).to.deep.equal([fixture.site.url('/hero.png'), false])
    expect(tips.map(({ tip_id }) => tip_id)).to.deep.equal(result.tips.map(({ tip_id }) => tip_id))
    const itemsOf = (id: string) => tips.find(({ tip_id }) => tip_id === id)?.items.map((one) => one.url)
    expect(itemsOf('render-blocking-styles')).to.deep.equal([fixture.site.url('/slow.css')])
    expect(itemsOf('requests-failed')).to.deep.equal([fixture.site.url('/gone.js')])
  })

  it('keeps results with and without details apart', async () => {
    const [plain, detailed] = [await measure(), await measure({ details: 'true' })]
    expect(plain.result).not.to.have.property('details')
    expect(detailed.result.cache.cached).to.equal(true)
    expect(detailed.result.run_id).not.to.equal(plain.result.run_id)
    const again = await measure({ details: 'false' })
    expect([again.result.cache.cached, again.result.run_id]).to.deep.equal([true, plain.result.run_id])
    expect(again.result).not.to.have.property('details')
    expect((await measure({ details: 'yes' })).status).to.equal(400)
  })

  it('locates selectors on a snapshot, in an entry of the cache of its own', async () => {
    const locate = ['#hero', 'main']
    const [plain, located] = [
      await capture({ device: 'desktop' }),
      await capture({ device: 'desktop', locate }),
    ]
    expect(plain.result).not.to.have.property('located')
    expect(located.result.cached).to.equal(false)
    expect(located.result.located).to.deep.equal([
      { selector: '#hero', boxes: [{ x: 96, y: 200, width: 960, height: 400 }], matches: 1 },
      { selector: 'main', boxes: [], matches: 0 },
    ])
    const again = await capture({ device: 'desktop', locate })
    expect([again.result.cached, again.result.located]).to.deep.equal([true, located.result.located])
  })

  it('refuses too many and too long selectors', async () => {
    const pathsOf = async (locate: unknown) => {
      const { status, result } = await capture({ locate })
      const { error } = result as unknown as { error: { details: { path: string[] }[] } }
      return [status, error.details.map(({ path }) => path.join('.'))]
    }
    expect(await pathsOf(Array.from({ length: 101 }, () => 'p'))).to.deep.equal([400, ['locate']])
    expect(await pathsOf(['p', 'x'.repeat(1001)])).to.deep.equal([400, ['locate.1']])
    expect(await pathsOf('p')).to.deep.equal([400, ['locate']])
  })

  it('shows both in the console: the waterfall, and the largest paint outlined where it is', async () => {
    const tab = await fixture.tab({ width: 1280 })
    await tab.open(`#/inspect/performance?url=${encodeURIComponent(url)}&show_tab=vitals`)
    await tab.click('Run Performance')
    await tab.waitForText(/Requests over time/, 60_000)
    expect(await tab.text('table.waterfall')).to.match(/slow\.css\s+Style sheet .*\s+Blocks paint/)
    const lines = await tab.page.$$eval('table.waterfall .axis text', (all) =>
      all.map((one) => one.textContent),
    )
    expect(lines.map((line) => line?.slice(0, 3))).to.deep.equal(['FCP', 'LCP'])
    await tab.page.click('article.vital .outlines button')
    await tab.page.waitForSelector('.outlined img')
    await tab.page.waitForFunction(() => document.querySelector<HTMLImageElement>('.outlined img')?.complete)
    const shown = await tab.page.evaluate(() => {
      const image = document.querySelector('.outlined img')?.getBoundingClientRect()
      const edge = document.querySelector('.outline-mark.lcp .edge')?.getBoundingClientRect()
      if (!image || !edge) return null
      const { width } = image
      return [edge.left - image.left, edge.top - image.top, edge.width, edge.height].map(
        (px) => (px / width) * 1920,
      )
    })
    for (const [index, px] of [hero.left, hero.top, hero.width, hero.height].entries())
      expect(shown?.[index]).to.be.closeTo(px, 12)
    await expectAccessible(tab)
    expectContained(tab, fixture.url)
    await tab.close()
  })
})
