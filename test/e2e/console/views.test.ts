import { expect } from 'chai'
import { type ConsoleFixture, consoleForSuite } from '#test/support/console/console-fixture.ts'
import type { ConsoleTab } from '#test/support/console/console-tab.ts'
import { getMetadata } from '#test/support/service/api-client.ts'
import { batchClient } from '#test/support/service/batch-client.ts'

const schemes = ['light', 'dark'] as const
/** From a small phone to a wall, in pixels. */
const widths = [320, 768, 1280, 2560] as const
/** Of the top on a phone, in pixels: an eighteenth of the screen. */
const MAX_TOP_HEIGHT = 48

/** Addresses of views with something in them; what they show last is named, so that they are complete. */
const views: Record<string, (fixture: Filled) => { fragment: string; shows: RegExp }> = {
  inspect: () => ({ fragment: '#/inspect', shows: /Nothing yet/ }),
  'the form of a snapshot': () => ({ fragment: '#/inspect/snapshot', shows: /Nothing yet/ }),
  'the form of an audit': () => ({ fragment: '#/inspect/seo-audit', shows: /Nothing yet/ }),
  history: () => ({ fragment: '#/history', shows: /Run again/ }),
  'an empty history': () => ({
    fragment: '#/history?host=nowhere.example',
    shows: /No inspection|Nothing|None/i,
  }),
  'an inspection': ({ inspection }) => ({
    fragment: `#/inspections/${inspection}`,
    shows: /Search preview/,
  }),
  'an unknown inspection': () => ({
    fragment: '#/inspections/00000000-0000-4000-8000-000000000000',
    shows: /request/,
  }),
  sites: () => ({ fragment: '#/sites', shows: /New crawl/ }),
  'a new crawl of a site': () => ({ fragment: '#/sites/new', shows: /Up to 10,000 pages/ }),
  'the issues of a site': ({ host }) => ({ fragment: `#/sites/${host}`, shows: /How to fix/ }),
  'the pages of a site': ({ host }) => ({ fragment: `#/sites/${host}?tab=pages`, shows: /Links in/ }),
  'the changes of a site': ({ host }) => ({
    fragment: `#/sites/${host}?tab=changes`,
    shows: /no other crawl/,
  }),
  'the crawls of a site': ({ host }) => ({ fragment: `#/sites/${host}?tab=crawls`, shows: /shown here/ }),
  'an unknown site': () => ({ fragment: '#/sites/nowhere.example', shows: /not been crawled/ }),
  batches: () => ({ fragment: '#/batches', shows: /finished/i }),
  'a new batch': () => ({ fragment: '#/batches/new', shows: /URLs/ }),
  'a new crawl': () => ({ fragment: '#/batches/new?kind=crawl', shows: /Max. pages/ }),
  'a batch': ({ batch }) => ({ fragment: `#/batches/${batch}`, shows: /finished/i }),
  'a result of a batch': ({ batch }) => ({
    fragment: `#/batches/${batch}/results/1`,
    shows: /Search preview/,
  }),
  'a site report': ({ batch }) => ({ fragment: `#/batches/${batch}/report`, shows: /pages/i }),
  'an unknown batch': () => ({ fragment: '#/batches/nothing', shows: /NOT_FOUND/ }),
  'keys and usage': () => ({ fragment: '#/keys', shows: /Create/ }),
  health: () => ({ fragment: '#/health', shows: /Everything works/ }),
  'no view': () => ({ fragment: '#/nowhere', shows: /There is no such page/ }),
}

interface Filled {
  readonly inspection: string
  readonly batch: string
  /** Of a site that was crawled. */
  readonly host: string
}

/** An inspection, a batch and a crawl of the owner of the tests' key. */
async function fill({ service, url, key, site }: ConsoleFixture): Promise<Filled> {
  await getMetadata(service, site.url('/one'))
  const client = batchClient(url, key)
  const { id } = await client.submit([site.url('/two'), site.url('/three')], 'operation=metadata')
  await client.untilEnded(id)
  const crawl = await client.crawl([site.url('/four')], 2, 'seo-audit')
  await client.untilEnded(crawl.id)
  const answer = await fetch(`${url}/inspections`, { headers: { 'X-API-Key': key } })
  const { inspections } = (await answer.json()) as { inspections: { id: string }[] }
  return { inspection: inspections[0]?.id ?? '', batch: id, host: new URL(site.url('/')).hostname }
}

/** Waits until the view has that width, and is drawn. */
async function shownAt({ page }: ConsoleTab, width: number): Promise<void> {
  await page.waitForFunction((wanted) => innerWidth === wanted, {}, width)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

/** Every view as people with assistive technology, small screens or another colour scheme have it. */
describe('console: views', function () {
  this.timeout(120_000)
  let fixture: ConsoleFixture
  let filled: Filled
  let tab: ConsoleTab

  before(async function () {
    fixture = await consoleForSuite(this)
    filled = await fill(fixture)
    tab = await fixture.tab()
  })
  after(async () => {
    await tab?.close()
    await fixture?.close()
  })

  for (const [name, addressOf] of Object.entries(views)) {
    it(`${name}: axe finds nothing, nothing is wider than the screen, nothing moves, nothing complains`, async () => {
      const { fragment, shows } = addressOf(filled)
      await tab.page.setViewport({ width: 1280, height: 900 })
      await tab.open(fragment)
      await tab.waitForText(shows)
      expect(await tab.page.$$eval('h1', (all) => all.length)).to.equal(1)
      expect(await tab.page.$$eval('main', (all) => all.length)).to.equal(1)
      for (const scheme of schemes) {
        await tab.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
        expect(await tab.axe(), scheme).to.deep.equal([])
      }
      for (const width of widths) {
        await tab.page.setViewport({ width, height: 900 })
        await shownAt(tab, width)
        const overflow = await tab.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(overflow, `${width} px`).to.be.at.most(0)
        if (width === 320) expect(await tab.axe(), 'at 320 px').to.deep.equal([])
      }
      expect(tab.complaints).to.deep.equal([])
      const outside = tab.requests.filter(
        (url) => !url.startsWith(`${fixture.url}/`) && !/^(data|blob):/.test(url),
      )
      expect(outside).to.deep.equal([])
    })
  }

  it('names every view in its navigation, in a top that takes one row of a phone', async () => {
    await tab.page.setViewport({ width: 390, height: 844 })
    await tab.open('#/health')
    await shownAt(tab, 390)
    const names = await tab.page.$$eval('nav[aria-label=Main] a', (all) => all.map((one) => one.textContent))
    expect(names).to.deep.equal(['Inspect', 'Sites', 'Batches', 'History', 'Keys and usage', 'Health'])
    const height = await tab.page.$eval('header.top', (top) => top.getBoundingClientRect().height)
    expect(height).to.be.at.most(MAX_TOP_HEIGHT)
    expect(await tab.page.$eval('.brand', (brand) => brand.getAttribute('href'))).to.equal('#/inspect')
  })
})
