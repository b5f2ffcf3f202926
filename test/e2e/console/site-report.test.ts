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

/** The report on a crawl of a site of three pages: two have the same title until one of them changes, one has a broken link. */
describe('console: site report', function () {
  this.timeout(120_000)
  let fixture: ConsoleFixture
  let tab: ConsoleTab
  let title = 'The same title'
  /** Fragments of the reports of the first and the second crawl. */
  const reports: string[] = []

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
    tab = await fixture.tab()
  })
  after(async () => {
    await tab?.close()
    await fixture?.close()
  })

  const crawl = async () => {
    await tab.open('#/batches/new?kind=crawl')
    await tab.page.waitForSelector('[name=seeds]')
    await tab.page.focus('[name=seeds]')
    await tab.page.keyboard.sendCharacter(fixture.site.url('/'))
    await tab.click('Start')
    await tab.waitForText(/\bfinished\b/)
    await tab.click('Report')
    await tab.waitForText('Site report')
    await tab.page.waitForFunction(() => !document.body.innerText.includes('Preliminary'))
    reports.push(new URL(tab.page.url()).hash)
  }

  /** The texts of the issue, which is the only one that its id leaves, so that it is open. */
  const openIssue = async (rule: string) => {
    await tab.open(`${reports[0]}?tab=issues&text=${rule}`)
    await tab.waitForText('How to fix')
    return tab.text('main')
  }

  it('has a broken link and a title that two pages share, with these pages', async () => {
    await crawl()
    const broken = await openIssue('site-broken-link')
    expect(broken).to.include(fixture.site.url('/gone')).and.include('404')
    expect(broken).to.include(fixture.site.url('/a')).and.include('A page that is gone')
    await expectAccessible(tab)
    const shared = await openIssue('site-duplicate-title')
    expect(shared).to.include('The same title')
    expect(shared).to.include(fixture.site.url('/a')).and.include(fixture.site.url('/b'))
    await tab.page.reload()
    await tab.waitForText('How to fix')
    expectContained(tab, fixture.url)
  })

  it('leads to all pages of an issue, with what was found at each, also as CSV', async () => {
    await openIssue('site-broken-link')
    await tab.click('The page')
    await tab.waitForText('Filter, order and columns')
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
    expect(text).to.include('A page that is gone')
    const address = new URL(tab.page.url()).hash
    expect(address).to.equal(`${reports[0]}?tab=pages&rule=site-broken-link`)
    await tab.page.reload()
    expect((await readTable(tab, 'Pages of the site')).rows).to.deep.equal(rows)
    expectContained(tab, fixture.url)
  })

  it('shows the pages of an issue at the address that they had of their own', async () => {
    await tab.open(`${reports[0]?.replace('/report', '/pages')}?rule=site-broken-link`)
    const { rows } = await readTable(tab, 'Pages of the site')
    expect(rows.map(([url = '']) => url.split('\n')[0])).to.deep.equal([fixture.site.url('/gone')])
  })

  it('has tables that sort, and the address keeps the order', async () => {
    await tab.open(`${reports[0]}?tab=pages`)
    const urls = async () => {
      const { rows } = await readTable(tab, 'Pages of the site')
      return rows.map(([url = '']) => url.split('\n')[0])
    }
    const sorted = ['/', '/a', '/b', '/gone'].map((path) => fixture.site.url(path))
    await readTable(tab, 'Pages of the site')
    await tab.click('Page', 'button')
    expect(await urls()).to.deep.equal(sorted)
    await tab.click('Page', 'button')
    expect(await urls()).to.deep.equal(sorted.toReversed())
    const order = await tab.page.$$eval('th[aria-sort]', (all) =>
      all.map((one) => [one.textContent, one.ariaSort]),
    )
    expect(order.find(([name]) => name === 'Page')).to.deep.equal(['Page', 'descending'])
    await tab.page.reload()
    expect(await urls()).to.deep.equal(sorted.toReversed())
    await tab.click('Links in', 'button')
    await tab.click('Links in', 'button')
    const { columns, rows } = await readTable(tab, 'Pages of the site')
    const links = rows.map((cells) => Number(cells[columns.indexOf('Links in')]))
    expect(links).to.deep.equal([...links].sort((a, b) => b - a))
    // Both other pages link to the start and to the first page.
    expect(Math.max(...links)).to.equal(2)
    await expectAccessible(tab)
  })

  it('is saved as files that have its rows', async () => {
    await tab.open(reports[0] ?? '')
    const { name, text } = await saved(tab, () => tab.click('Pages (CSV)'))
    expect(name).to.match(/\.csv$/)
    const [header = '', ...lines] = text.trim().split(/\r?\n/)
    expect(header).to.include('url').and.include('inlinks')
    expect(lines).to.have.length(4)
    for (const path of ['/a', '/b', '/gone']) expect(text).to.include(fixture.site.url(path))
    const json = await saved(tab, () => tab.click('Report (JSON)'))
    expect(JSON.parse(json.text).site_issues.map(({ id }: { id: string }) => id)).to.include(
      'site-broken-link',
    )
    const html = await saved(tab, () => tab.click('Report (HTML)'))
    expect(html.text).to.match(/^<!doctype html>/i)
  })

  it('is compared with that of an earlier crawl, after a page changed', async () => {
    title = 'A title of its own'
    await crawl()
    await tab.open(`${reports[1]}?tab=changes`)
    const first = /batches\/([^/]+)/.exec(reports[0] ?? '')?.[1] ?? ''
    await tab.page.waitForSelector(`option[value="${first}"]`)
    await choose(tab, 'Compare with', first)
    await tab.waitForText(/New \(\d/)
    const fixed = await tab.page.waitForSelector('::-p-xpath(//a[starts-with(., "Fixed (")])')
    await fixed?.click()
    const { rows } = await readTable(tab, 'Fixed')
    expect(rows.map((cells) => cells.join(' ')).join('\n'))
      .to.include('site-duplicate-title')
      .and.not.include('site-broken-link')
    expect(tab.page.url()).to.include(`compare=${first}`)
    await tab.page.reload()
    expect((await readTable(tab, 'Fixed')).rows).to.deep.equal(rows)
    await expectAccessible(tab)
    expectContained(tab, fixture.url)
  })
})
