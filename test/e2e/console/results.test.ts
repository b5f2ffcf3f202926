import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { decodeImage } from '#test/support/browser/decoded-image.ts'
import { expectAccessible, expectContained } from '#test/support/console/console-checks.ts'
import {
  choose,
  numbersOf,
  rawJson,
  readTable,
  ringScore,
  sectionText,
  shownPicture,
} from '#test/support/console/console-controls.ts'
import { type ConsoleFixture, consoleForSuite } from '#test/support/console/console-fixture.ts'
import { openTab, runChecks } from '#test/support/console/console-inspect.ts'
import type { ConsoleTab } from '#test/support/console/console-tab.ts'
import { DESCRIPTION, factRoutes, loadingParts } from '#test/support/console/fact-site.ts'

interface PerformanceAnswer {
  readonly run_id: string
  readonly environment: { readonly browser: string }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** `infra/docs/clients.md#audit-scoring` */
const gradeOf = (score: number) =>
  Object.entries({ A: 90, B: 80, C: 70, D: 60 }).find(([, from]) => score >= from)?.[0] ?? 'F'

/** The results of the four operations, against a site whose facts are known. */
describe('console: results', function () {
  this.timeout(120_000)
  let fixture: ConsoleFixture
  let tab: ConsoleTab
  let isMended = false

  before(async function () {
    fixture = await consoleForSuite(this, { site: { routes: factRoutes(() => isMended) } })
  })
  after(() => fixture?.close())
  beforeEach(async () => {
    tab = await fixture.tab()
  })
  afterEach(() => tab.close())

  const addressOf = (operation: string, path: string, more = '') =>
    `#/inspect/${operation}?url=${encodeURIComponent(fixture.site.url(path))}${more}`

  /** Runs what the form shows, waits for its result, and opens the tabs one after the other for what they show. */
  const run = async (...titles: readonly string[]) => {
    await runChecks(tab)
    for (const title of titles) await openTab(tab, title)
  }

  it('metadata: titles, a description that is cut, the picture of a shared link, and lists', async () => {
    await tab.open(addressOf('metadata', '/facts'))
    await run()
    await tab.waitForText('Search preview')
    const preview = await tab.text('section[aria-label="Search result: Desktop"]')
    const shown = preview.split('\n').at(-1) ?? ''
    expect(preview).to.include('A page of facts')
    expect(shown).to.match(/…$|\.\.\.$/)
    const kept = shown.replace(/\s*(…|\.\.\.)$/, '')
    expect(DESCRIPTION.startsWith(kept)).to.equal(true)
    expect(kept.length).to.be.within(100, DESCRIPTION.length - 1)

    const [width, height] = await shownPicture(tab, 'figure .card-picture img')
    expect(width / height).to.be.closeTo(2, 0.02)
    expect(tab.requests.some((one) => one.startsWith(`${fixture.url}/thumbnail?`))).to.equal(true)

    await openTab(tab, 'Content')
    const links = await readTable(tab, 'Links')
    const type = links.columns.indexOf('Type')
    expect(links.rows.map((cells) => cells[type]).sort()).to.deep.equal([
      'external',
      'internal',
      'internal',
      'mailto',
    ])
    const images = await readTable(tab, 'Images')
    expect(images.rows).to.have.length(2)
    expect(images.rows.flat()).to.include('A blue field')
    expect(await sectionText(tab, 'Links')).to.match(/^Links\s+4\b/)
    expect(await sectionText(tab, 'Images')).to.match(/^Images\s+2\b/)
    await expectAccessible(tab)
    expectContained(tab, fixture.url)
  })

  it('performance: a score that adds up, five vitals, the noise, and the requests that the site counted', async () => {
    await tab.open(addressOf('performance', '/loading'))
    await run('How it is scored')
    const table = await readTable(tab, 'How the score adds up')
    const [weights, points] = [numbersOf(table, 'Weight'), numbersOf(table, 'Points')]
    expect(sumOf(weights)).to.equal(100)
    const products = weights.map((weight, index) => weight * (points[index] ?? 0))
    const counted = weights.filter((_, index) => !Number.isNaN(products[index]))
    const mean = sumOf(products.filter((one) => !Number.isNaN(one))) / sumOf(counted)
    expect(mean).to.be.closeTo(await ringScore(tab, 'Performance score'), 0.5)

    await openTab(tab, 'Vitals and requests')
    const vitals = await tab.page.$$eval('article h3', (all) => all.map((one) => one.textContent ?? ''))
    expect(vitals.map((text) => /[A-Z]{3,4}$/.exec(text.trim())?.[0])).to.have.members([
      'LCP',
      'INP',
      'CLS',
      'FCP',
      'TTFB',
    ])
    const { run_id, environment } = (await rawJson(tab)) as PerformanceAnswer
    expect(await sectionText(tab, 'Test conditions'))
      .to.include(run_id)
      .and.include(environment.browser)
    const visits = fixture.site.hits('/loading')
    const asked = sumOf(loadingParts.map((path) => fixture.site.hits(path)))
    expect(await sectionText(tab, 'Resources')).to.include(`${asked / visits} requests`)
    const types = await readTable(tab, 'Resources by type')
    const count = (name: string) =>
      types.rows.find(([first]) => first === name)?.[types.columns.indexOf('Requests')]
    expect(['Document', 'Stylesheet', 'Javascript', 'Image'].map(count)).to.deep.equal(['1', '1', '1', '2'])
    await expectAccessible(tab)
    expectContained(tab, fixture.url)
  })

  it('SEO audit: a sum that can be checked, and issues with their places', async () => {
    await tab.open(addressOf('seo-audit', '/faulty'))
    await run('How it is scored')
    const overall = await ringScore(tab, 'Overall score')
    const table = await readTable(tab, 'How the overall score adds up')
    const [weights, scores] = [numbersOf(table, 'Weight'), numbersOf(table, 'Score')]
    expect(sumOf(weights)).to.equal(100)
    expect(sumOf(weights.map((weight, index) => (weight * (scores[index] ?? 0)) / 100))).to.be.closeTo(
      overall,
      0.5,
    )
    expect(await sectionText(tab, 'Score')).to.include(`Grade ${gradeOf(overall)}`)

    await openTab(tab, 'All findings')
    for (const [rule, selector, snippet] of [
      ['image-alt', '#bare', '<img src="/picture.png" id="bare">'],
      ['button-name', '#nameless', '<button id="nameless">'],
    ] as const) {
      const issue = await tab.page.waitForSelector(`::-p-xpath(//details[./summary//code[text()="${rule}"]])`)
      await (await issue?.$('summary'))?.click()
      await tab.page.waitForFunction((element) => element?.querySelector('ol') !== null, {}, issue)
      const text = await issue?.evaluate((element) => (element as HTMLElement).innerText)
      expect(text).to.include(selector).and.include(snippet)
    }
    await expectAccessible(tab)
    expectContained(tab, fixture.url)
  })

  it('SEO audit: a filter stands in the address and survives a reload and another tab', async () => {
    await tab.open(addressOf('seo-audit', '/faulty'))
    await run()
    await tab.page.waitForSelector('.rules > details')
    const badges = () =>
      tab.page.$$eval('details > summary h3', (all) =>
        all.map((one) => one.textContent?.trim().split(' ')[0]),
      )
    const all = await badges()
    expect(new Set(all).size).to.be.above(1)
    await choose(tab, 'Severity', 'error')
    await tab.page.waitForFunction(
      (count) => document.querySelectorAll('details > summary h3').length < count,
      {},
      all.length,
    )
    const errors = await badges()
    expect(errors.length).to.be.within(2, all.length - 1)
    expect(new Set(errors)).to.deep.equal(new Set(['Error']))
    const address = tab.page.url()
    await tab.page.reload()
    await run()
    await tab.page.waitForSelector('.rules > details')
    expect(await badges()).to.deep.equal(errors)
    await tab.close()
    tab = await fixture.tab()
    await tab.page.goto(address)
    await run()
    await tab.page.waitForSelector('.rules > details')
    expect(await badges()).to.deep.equal(errors)
    expect(
      await tab.page.$eval(
        '::-p-aria([name="Severity"][role="combobox"])',
        (one) => (one as HTMLSelectElement).value,
      ),
    ).to.equal('error')
  })

  it('SEO audit: differences after a fault was mended', async () => {
    await tab.open(addressOf('seo-audit', '/faulty', '&compare=true'))
    await (await tab.page.waitForSelector('input[name="Cache-Control"]'))?.click()
    await run('Over time')
    isMended = true
    await tab.click('Run SEO audit')
    await tab.waitForText(/Fixed issues \(\d+\)/)
    const text = await sectionText(tab, 'Differences')
    const part = (title: string) =>
      text.split(/(?=(?:New|Fixed) issues \(|Issues that stay)/).find((one) => one.startsWith(title))
    expect(part('Fixed issues')).to.include('button-name').and.not.include('image-alt')
    expect(part('New issues')).not.to.include('button-name')
    const scores = await readTable(tab, 'Scores before and now')
    for (const [, before, change, now] of [...scores.rows, ...scores.sums]) {
      const delta = Number((change ?? '').replace('−', '-'))
      expect(Number(before) + delta).to.be.closeTo(Number(now), 0.01)
    }
    await expectAccessible(tab)
  })

  it('snapshot: zoom, transparency, and a download of the same bytes', async () => {
    await tab.open(addressOf('snapshot', '/see-through', '&format=png&omitBackground=true'))
    await run()
    await tab.waitForText('Download png')
    const image = 'img[alt^="Snapshot of"]'
    expect(await shownPicture(tab, image)).to.deep.equal([1920, 1080])
    const width = () => tab.page.$eval(image, (one) => Math.round(one.getBoundingClientRect().width))
    const fitted = await width()
    expect(fitted).to.be.within(200, 1280)
    await tab.click('100 %')
    expect(await width()).to.equal(1920)
    await tab.click('Larger')
    expect(await width()).to.be.above(1920)
    await tab.click('Smaller')
    expect(await width()).to.equal(1920)
    await tab.click('Smaller')
    expect(await width()).to.be.below(1920)
    await tab.click('Fit')
    expect(await width()).to.equal(fitted)

    const corner = await tab.page.$eval(image, (one) => {
      const context = new OffscreenCanvas(1, 1).getContext('2d')
      context?.drawImage(one as HTMLImageElement, 1900, 1000, 1, 1, 0, 0, 1, 1)
      return [...(context?.getImageData(0, 0, 1, 1).data ?? [])]
    })
    expect(corner).to.deep.equal([0, 0, 0, 0])
    const link = await tab.page.$eval('a[download]', (one) => [
      one.getAttribute('download') ?? '',
      (one as HTMLAnchorElement).href,
    ])
    const [name = '', href = ''] = link
    const bytes = Buffer.from(await (await fetch(href)).arrayBuffer())
    const json = (await rawJson(tab)) as { screenshot_url: string; checksum: string }
    const stored = Buffer.from(await (await fetch(json.screenshot_url)).arrayBuffer())
    expect(bytes.equals(stored)).to.equal(true)
    const digest = createHash('sha256').update(bytes).digest('hex')
    expect(json.checksum).to.equal(digest)
    expect(name)
      .to.match(/\.png$/)
      .and.include(digest.slice(0, 12))
    expect((await decodeImage(bytes)).width).to.equal(1920)
    await expectAccessible(tab)
    expectContained(tab, fixture.url)
  })
})
