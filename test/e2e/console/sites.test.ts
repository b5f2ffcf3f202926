import { expect } from 'chai'
import { expectAccessible, expectContained } from '#test/support/console/console-checks.ts'
import { choose, readTable } from '#test/support/console/console-controls.ts'
import { saved } from '#test/support/console/console-download.ts'
import { type ConsoleFixture, consoleForSuite } from '#test/support/console/console-fixture.ts'
import type { ConsoleTab } from '#test/support/console/console-tab.ts'
import type { Route } from '#test/support/sites/target-site.ts'

const page =
  (titleOf: () => string, body: string): Route =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(
      `<!doctype html><html lang="en"><head><title>${titleOf()}</title></head><body><h1>${titleOf()}</h1>${body}</body></html>`,
    )
  }

/** Crawls of a site of three pages and a broken link: two pages have the same title until one of them changes. */
describe('console: sites', function () {
  this.timeout(180_000)
  let fixture: ConsoleFixture
  let tab: ConsoleTab
  let host: string
  let title = 'The same title'

  before(async function () {
    const routes: Record<string, Route> = {
      '/': page(() => 'The start', '<a href="/a">First</a> <a href="/b">Second</a>'),
      '/a': page(() => 'The same title', '<a href="/">Start</a> <a href="/gone">A page that is gone</a>'),
      '/b': page(() => title, '<a href="/">Start</a> <a href="/a">First</a>'),
      '/gone': (_, response) =>
        void response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Gone</title>'),
      '/sitemap.xml': (_, response) => void response.writeHead(404).end(),
    }
    fixture = await consoleForSuite(this, { site: { routes } })
    host = new URL(fixture.site.url('/')).hostname
    tab = await fixture.tab()
  })
  after(async () => {
    await tab?.close()
    await fixture?.close()
  })

  const hash = () => new URL(tab.page.url()).hash
  const fieldValue = (name: string) =>
    tab.page.$eval(`[name=${name}]`, (field) => (field as HTMLInputElement).value)
  /** Starts the crawl of the form, and waits until its report is complete. */
  const start = async () => {
    await tab.click('Start')
    await tab.page.waitForFunction((site) => location.hash.startsWith(`#/sites/${site}`), {}, host)
    await tab.waitForText(/Issues \([1-9]/)
    await tab.page.waitForFunction(() => !document.body.innerText.includes('Preliminary'))
    await tab.page.waitForFunction(() => document.querySelector('progress') === null)
  }

  it('estimates a crawl before it starts', async () => {
    await tab.open('#/sites/new')
    await tab.waitForText('Up to 10,000 pages')
    await tab.fill('Max. pages', '500')
    await tab.fill('Delay between requests', '1000')
    await tab.waitForText('Up to 500 pages at one request per second: about 8 min at most.')
    const checked = await tab.page.$eval('[name=operation]:checked', (one) => (one as HTMLInputElement).value)
    expect(checked).to.equal('seo-audit')
    expect(await tab.page.$eval('main details', (one) => (one as HTMLDetailsElement).open)).to.equal(false)
  })

  it('names the field that is wrong, and moves there', async () => {
    await tab.open('#/sites/new?operation=seo-audit')
    await tab.waitForText('Max. pages')
    await tab.click('Start')
    await tab.waitForText('url is required')
    await tab.page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'url')
    await expectAccessible(tab)
  })

  it('crawls a site, and shows its issues in one list, the worst first and open', async () => {
    // A form without what was typed before.
    await tab.open('#/sites/new')
    await tab.page.reload()
    await tab.fill('URL', fixture.site.url('/'))
    await tab.fill('Max. pages', '40')
    await tab.click('Options')
    await tab.fill('Exclude URLs', '/never/*')
    await start()
    expect(await tab.text('h1')).to.equal(host)
    const severities = await tab.page.$$eval('.issue-entries summary .badge', (all) =>
      all.map((one) => one.textContent),
    )
    const ranks = severities.map((one) => ['Error', 'Warning', 'Info'].indexOf(one ?? ''))
    expect(ranks).to.deep.equal([...ranks].sort((a, b) => a - b))
    const first = await tab.text('.issue-entries > li:first-child')
    expect(first).to.include('How to fix:')
    const all = await tab.text('.issue-entries')
    expect(all).to.include('Broken internal links').and.include('Duplicate page titles')
    await expectAccessible(tab)
    expectContained(tab, fixture.url)
  })

  it('leads from an issue to all its pages with what was found, also as CSV', async () => {
    await tab.open(`#/sites/${host}?text=site-broken-link`)
    await tab.waitForText(/\b1 of \d+ issues/)
    const link = await tab.page.waitForSelector('.issue-entries a.button')
    await link?.click()
    const { rows } = await readTable(tab, 'Pages of the site')
    expect(rows).to.have.length(1)
    expect(rows[0]?.join(' '))
      .to.include(fixture.site.url('/gone'))
      .and.include('404')
      .and.include(fixture.site.url('/a'))
    await expectAccessible(tab)
    const { name, text } = await saved(tab, () => tab.click('Pages with what was found (CSV)'))
    expect(name).to.match(/site-broken-link\.csv$/)
    expect(text.trim().split(/\r?\n/)).to.have.length(2)
    await tab.page.reload()
    expect((await readTable(tab, 'Pages of the site')).rows).to.have.length(1)
  })

  const urls = async () => {
    const { rows } = await readTable(tab, 'Pages of the site')
    return rows.map(([url = '']) => url.split('\n')[0]?.replace(fixture.site.url('/'), '/'))
  }
  /** Waits until the table has these pages, in this order. */
  const untilUrls = async (wanted: readonly string[]) => {
    const isShown = (paths: readonly string[], origin: string) => {
      const cells = [...document.querySelectorAll('table tbody tr td:first-child .address')]
      return cells.map((one) => one.textContent?.replace(origin, '/')).join() === paths.join()
    }
    await tab.page.waitForFunction(isShown, {}, wanted, fixture.site.url('/'))
  }

  it('shows the pages by any filter and in any order, which the address keeps', async () => {
    await tab.open(`#/sites/${host}?tab=pages&sort=url`)
    await untilUrls(['/', '/a', '/b', '/gone'])
    await tab.click('Filter, order and columns')
    await choose(tab, 'Status', '404')
    await untilUrls(['/gone'])
    expect(hash()).to.include('status=404')
    await choose(tab, 'Status', '')
    await choose(tab, 'Indexable', 'true')
    await untilUrls(['/', '/a', '/b'])
    await tab.fill('Text in the URL or title', 'same title')
    await untilUrls(['/a', '/b'])
    await tab.page.reload()
    await untilUrls(['/a', '/b'])
    await choose(tab, 'Sort by', '-issues')
    expect(await urls()).to.have.members(['/a', '/b'])
    const words = await tab.page.waitForSelector('input[name=columns][value=words]')
    await words?.click()
    await tab.page.waitForFunction(() =>
      document.querySelector('table thead')?.textContent?.includes('Words'),
    )
    await expectAccessible(tab)
    const { text } = await saved(tab, () => tab.click('Pages (CSV)'))
    expect(text).to.include(fixture.site.url('/b')).and.not.include(fixture.site.url('/gone'))
  })

  it('crawls again with the same settings, and shows what changed', async () => {
    title = 'A title of its own'
    // Another tab has no storage of this one.
    await tab.close()
    tab = await fixture.tab()
    await tab.open(`#/sites/${host}`)
    await tab.click('Crawl again')
    await tab.waitForText('Max. pages')
    const names = ['url', 'seeds', 'max_pages', 'max_depth', 'delay_ms', 'include', 'exclude']
    expect(await Promise.all(names.map(fieldValue))).to.deep.equal([
      ...[fixture.site.url('/'), '', '40', '', '', '', '/never/*'],
    ])
    await tab.waitForText('Up to 40 pages')
    await start()
    await tab.open(`#/sites/${host}?tab=changes`)
    const fixed = await tab.page.waitForSelector('::-p-xpath(//a[starts-with(., "Fixed (")])')
    await fixed?.click()
    const { rows } = await readTable(tab, 'Fixed')
    expect(rows.map((cells) => cells.join(' ')).join('\n'))
      .to.include('Duplicate page titles')
      .and.not.include('Broken internal links')
    await expectAccessible(tab)
    await tab.open(`#/sites/${host}?tab=crawls`)
    await tab.waitForText('Earlier crawls (2)')
    expect(await tab.page.$$eval('.site-rows > li', (all) => all.length)).to.equal(2)
  })

  it('has the URL and the operation of the address where the earlier crawl is gone, and says so', async () => {
    const [url, again] = ['https://example.com/', '01890000-0000-7000-8000-000000000000']
    await tab.open(`#/sites/new?url=${encodeURIComponent(url)}&operation=metadata&again=${again}`)
    await tab.waitForText('The earlier crawl is no longer there')
    expect(await Promise.all(['url', 'max_pages'].map(fieldValue))).to.deep.equal([url, ''])
    const checked = await tab.page.$eval('[name=operation]:checked', (one) => (one as HTMLInputElement).value)
    expect(checked).to.equal('metadata')
    await expectAccessible(tab)
  })

  it('has a row in the list: score, pages, what is new and fixed', async () => {
    await tab.open('#/sites')
    const row = await tab.page.waitForSelector(`::-p-xpath(//li[.//a[.="${host}"]])`)
    const text = (await row?.evaluate((one) => (one as HTMLElement).innerText)) ?? ''
    expect(text).to.include('4 pages').and.include('1 not indexable').and.include('2 crawls')
    expect(text).to.match(/[1-9]\d* fixed/)
    await expectAccessible(tab)
    expectContained(tab, fixture.url)
  })

  it('makes a report with a cover: a file, and a link that can be revoked', async () => {
    await tab.open(`#/sites/${host}`)
    await tab.click('Report', 'button')
    await tab.fill('Title', 'Spring check')
    await tab.fill('Client', 'A customer')
    await expectAccessible(tab)
    const html = await saved(tab, () => tab.click('HTML'))
    expect(html.text).to.include('Spring check').and.include('A customer')
    await tab.click('Create a link')
    const link = await tab.page.waitForSelector('pre[aria-label="Link to the report"]')
    const url = (await link?.evaluate((one) => one.textContent)) ?? ''
    expect(url).to.match(/\/shared\//)
    expect(await (await fetch(url)).text()).to.include('Spring check')
    await tab.click('Revoke')
    await tab.click('Revoke the link')
    await tab.waitForText('No links yet')
    expect((await fetch(url)).status).to.equal(404)
    expectContained(tab, fixture.url)
  })

  it('says what a crawl is where there is none, and offers one', async () => {
    const key = await fixture.makeKey({ owner: 'without-sites' })
    const empty = await fixture.tab({ key })
    await empty.open('#/sites')
    await empty.waitForText('No site has been crawled yet')
    await expectAccessible(empty)
    await empty.click('New crawl')
    await empty.waitForText('Max. pages')
    await empty.close()
  })
})
