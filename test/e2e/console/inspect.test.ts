import { expect } from 'chai'
import { ringScore, shownPicture } from '#test/support/console/console-controls.ts'
import { type ConsoleFixture, consoleForSuite } from '#test/support/console/console-fixture.ts'
import { openTab, pressRun, runChecks } from '#test/support/console/console-inspect.ts'
import type { ConsoleTab } from '#test/support/console/console-tab.ts'
import { htmlPage } from '#test/support/sites/target-site.ts'

const SNAPSHOT = 'img[alt^="Snapshot of"]'

const fragmentOf = (url: string, more = '') => `#/inspect?url=${encodeURIComponent(url)}${more}`

/** Inspections in the console, by mouse and by keyboard: infra/docs/clients.md#console. */
describe('console: inspect', function () {
  this.timeout(180_000)
  let fixture: ConsoleFixture
  let tab: ConsoleTab

  before(async function () {
    const routes = {
      '/never': () => undefined,
      '/long': (_: unknown, response: Parameters<typeof htmlPage>[0]) =>
        htmlPage(
          response,
          '/long',
          '<meta name=viewport content="width=device-width"><div style="height:6000px;background:linear-gradient(red,blue)"></div>',
        ),
    }
    fixture = await consoleForSuite(this, { site: { routes } })
  })
  after(() => fixture?.close())
  beforeEach(async () => {
    tab = await fixture.tab()
  })
  afterEach(() => tab.close())

  const parametersOf = () =>
    Object.fromEntries(new URLSearchParams(new URL(tab.page.url()).hash.split('?')[1]))

  it('runs all four checks after the URL and one click, and puts the scores on top', async () => {
    await tab.fill('URL', fixture.site.url('/one'))
    await tab.click('Run')
    await tab.waitForText(/^(New|In part from the cache), in /m, 120_000)
    expect(parametersOf()).to.deep.equal({ url: fixture.site.url('/one'), device: 'mobile' })
    for (const name of ['SEO score', 'Performance score'])
      expect(await ringScore(tab, name)).to.be.within(0, 100)
    // A phone of 375 px at scale 2.
    expect((await shownPicture(tab, SNAPSHOT))[0]).to.equal(750)
    const text = await tab.text('main')
    expect(text).to.match(/Can be indexed|Cannot be indexed/)
    expect(text)
      .to.include('Fix first')
      .and.match(/Good|Needs work|Poor/)
    expect(await tab.text('h1')).to.equal(new URL(fixture.site.url('/one')).host)
    const below = await tab.page.$$eval('main h2', (all) =>
      all.filter((one) => one.textContent === 'Fix first').map((one) => one.getBoundingClientRect().bottom),
    )
    expect(below[0]).to.be.below(800)
    expect(tab.complaints).to.deep.equal([])
    for (const title of [
      'Vitals and requests',
      'Search and social previews',
      'HTTP',
      'Structured data',
      'Content',
      'How it is scored',
      'Screenshot',
      'Over time',
      'Code and JSON',
    ]) {
      await openTab(tab, title)
      expect(await tab.axe(), title).to.deep.equal([])
    }
    const samples = await tab.page.$$eval('pre', (all) => all.map((one) => one.textContent ?? ''))
    expect(samples.filter((one) => one.includes('$PAGEPROBE_API_KEY'))).to.have.length(12)
    const outside = tab.requests.filter(
      (url) => !url.startsWith(`${fixture.url}/`) && !/^(data|blob):/.test(url),
    )
    expect(outside).to.deep.equal([])
    expect(tab.requests.filter((url) => url.includes(fixture.key))).to.deep.equal([])
    expect(await tab.page.content()).not.to.include(fixture.key)
  })

  it('takes a URL that is pasted into a new page, and Enter', async () => {
    await tab.page.waitForSelector('input[name=url]')
    await tab.page.evaluate((url) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', url)
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }))
    }, fixture.site.url('/pasted'))
    const focused = () => tab.page.evaluate(() => document.activeElement?.getAttribute('name'))
    expect(await focused()).to.equal('url')
    await tab.page.keyboard.press('Enter')
    await shownPicture(tab, SNAPSHOT)
    expect(await focused()).to.equal('url')
    expect(parametersOf().url).to.equal(fixture.site.url('/pasted'))
  })

  it('runs the checks that are ticked, for the device that is chosen, and its address restores both', async () => {
    await tab.open(fragmentOf(fixture.site.url('/chosen'), '&device=desktop&run=metadata,seo-audit'))
    const checked = () =>
      tab.page.$$eval('input[name=run]:checked, input[name=device]:checked', (all) =>
        all.map((one) => (one as HTMLInputElement).value),
      )
    await tab.page.waitForSelector('input[name=run]')
    expect(await checked()).to.deep.equal(['desktop', 'metadata', 'seo-audit'])
    await tab.click('SEO audit', 'checkbox')
    await runChecks(tab)
    expect(await tab.text('main')).to.include('Search preview')
    expect(parametersOf()).to.deep.equal({
      url: fixture.site.url('/chosen'),
      device: 'desktop',
      run: 'metadata',
    })
    expect(tab.requests.filter((one) => one.includes('/seo-audit'))).to.deep.equal([])
    expect(tab.requests.filter((one) => one.includes('/metadata?') && one.includes('chosen'))).to.have.length(
      1,
    )
  })

  it('keeps the URL through tabs, other areas, and back and forward', async () => {
    const url = fixture.site.url('/kept')
    await tab.open(fragmentOf(url, '&run=metadata'))
    await runChecks(tab)
    const asked = fixture.site.hits('/kept')
    await openTab(tab, 'HTTP')
    expect(parametersOf()).to.include({ url, show_tab: 'http' })
    await tab.page.goBack()
    await tab.waitForText('Search preview')
    await tab.page.goForward()
    await tab.waitForText('Delivery')
    await tab.click('Health', 'link')
    await tab.page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Health')
    await tab.click('Inspect', 'link')
    await tab.page.waitForSelector('input[name=url]')
    const shown = await tab.page.$eval('input[name=url]', (input) => (input as HTMLInputElement).value)
    expect(shown).to.equal(url)
    await tab.waitForText('Delivery')
    expect(fixture.site.hits('/kept')).to.equal(asked)
  })

  it('shows the other results when one check fails, and what to do about that one', async () => {
    await tab.open(fragmentOf(fixture.site.url('/partly'), '&run=metadata,seo-audit'))
    await tab.page.setRequestInterception(true)
    tab.page.on('request', (request) => {
      if (!request.url().includes('/seo-audit?')) return void request.continue()
      const error = { code: 'SERVICE_UNAVAILABLE', message: 'A part is not available' }
      void request.respond({
        status: 503,
        headers: { 'x-request-id': 'request-of-audit' },
        contentType: 'application/json',
        body: JSON.stringify({ success: false, error }),
      })
    })
    await pressRun(tab)
    await tab.waitForText('Search preview')
    const alert = await tab.page.waitForSelector('[role=alert]')
    const text = await alert?.evaluate((one) => (one as HTMLElement).innerText)
    expect(text).to.include('request-of-audit').and.include('Run it again in a moment')
    expect(await tab.text('main')).to.include('Failed: SEO audit')
  })

  it('says once what all checks fail for', async () => {
    await tab.fill('URL', 'http://10.0.0.1/')
    await tab.click('Run')
    await tab.page.waitForSelector('input[name=url][aria-invalid=true]')
    await tab.waitForText('Failed: Snapshot, Metadata, Performance, SEO audit')
    expect(await tab.page.$$eval('[role=alert]', (all) => all.length)).to.equal(1)
    const note = await tab.page.$eval('input[name=url]', (input) => {
      const id = input.getAttribute('aria-describedby') ?? ''
      return document.getElementById(id)?.textContent
    })
    expect(note).to.match(/private/i)
  })

  it('shows what is under way and for how long, and cancels all of it', async () => {
    await tab.fill('URL', fixture.site.url('/never'))
    await tab.click('Run')
    await tab.waitForText(
      /Taking the screenshot, reading metadata, measuring performance, auditing SEO: [1-9][\d.]* s/,
    )
    expect(
      await tab.page.$$eval(
        'main [role=status]',
        (all) => all.map((one) => one.textContent).filter((one) => /\d s$/.test(one ?? '')).length,
      ),
    ).to.equal(1)
    await tab.click('Cancel')
    await tab.waitForText('Nothing yet. Enter a URL.')
    expect(await tab.page.evaluate(() => document.activeElement?.textContent)).to.equal('Run')
    expect(await tab.page.$('[role=alert]')).to.equal(null)
  })

  it('has the score on the first screen of a phone', async () => {
    await tab.page.setViewport({ width: 390, height: 844, isMobile: true, hasTouch: true })
    await tab.open(fragmentOf(fixture.site.url('/phone'), '&run=seo-audit'))
    await runChecks(tab)
    const box = await tab.page.$eval('[aria-label^="SEO score"]', (ring) => {
      const { top, bottom } = ring.getBoundingClientRect()
      return { top, bottom }
    })
    expect(box.top).to.be.at.least(0)
    expect(box.bottom).to.be.below(844)
    const order = await tab.page.$$eval('.bench > *', (all) =>
      all.map((one) => one.getBoundingClientRect().top),
    )
    expect(order[0], 'options are below the result').to.be.above(order[1] ?? 0)
  })

  it('moves nothing that is seen while results come', async () => {
    await tab.open(fragmentOf(fixture.site.url('/still'), '&run=snapshot,seo-audit'))
    await tab.page.waitForSelector('input[name=url]')
    await tab.page.evaluate(() => {
      const shifts = { sum: 0 }
      Object.assign(globalThis, { shifts })
      new PerformanceObserver((list) => {
        for (const one of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
          if (!one.hadRecentInput) shifts.sum += one.value
      }).observe({ type: 'layout-shift', buffered: false })
    })
    await runChecks(tab)
    await shownPicture(tab, SNAPSHOT)
    const sum = await tab.page.evaluate(
      () => (globalThis as unknown as { shifts: { sum: number } }).shifts.sum,
    )
    expect(sum).to.be.below(0.1)
  })

  it('has a control for each parameter of one check, and what is set there is in the call, in curl and in the address', async () => {
    const { page } = tab
    await tab.open('#/inspect/snapshot')
    await tab.fill('URL', fixture.site.url('/long'))
    await page.select('select[name=device]', 'mobile')
    await page.click('input[name=fullPage]')
    await tab.click('Run Snapshot')
    await shownPicture(tab, SNAPSHOT)
    // A phone of 375 px at scale 2; the page is 6,000 px and more.
    expect(
      await page.$eval('img[alt^="Snapshot of"]', (image) => (image as HTMLImageElement).naturalWidth),
    ).to.equal(750)
    expect(
      await page.$eval('img[alt^="Snapshot of"]', (image) => (image as HTMLImageElement).naturalHeight),
    ).to.be.above(12_000)
    expect(parametersOf()).to.deep.equal({
      url: fixture.site.url('/long'),
      device: 'mobile',
      fullPage: 'true',
    })
    const curl = await page.$eval('pre[aria-label=curl]', (pre) => pre.textContent)
    expect(curl)
      .to.include('"device":"mobile"')
      .and.include('"fullPage":true')
      .and.include('$PAGEPROBE_API_KEY')
  })

  it('restores a form from its address, and a result when a person goes back', async () => {
    await tab.open(
      `#/inspect/metadata?url=${encodeURIComponent(fixture.site.url('/back'))}&max_links=7&fields=basic,links`,
    )
    await tab.page.waitForSelector('input[name=max_links]')
    const shown = await tab.page.$eval('input[name=max_links]', (input) => (input as HTMLInputElement).value)
    expect(shown).to.equal('7')
    const checked = await tab.page.$$eval('input[name=fields]:checked', (all) =>
      all.map((one) => (one as HTMLInputElement).value),
    )
    expect(checked).to.deep.equal(['basic', 'links'])
    await tab.click('Run Metadata')
    await tab.waitForText('Search preview')
    const asked = fixture.site.hits('/back')
    await tab.click('Health')
    await tab.waitForText(/Health/)
    await tab.page.goBack()
    await tab.waitForText('Search preview')
    expect(fixture.site.hits('/back')).to.equal(asked)
  })

  it('marks what is wrong, says why, and has the id of the request', async () => {
    await tab.fill('URL', 'no url')
    await tab.click('Run')
    await tab.page.waitForSelector('input[name=url][aria-invalid=true]')
    const alert = await tab.text('[role=alert]')
    expect(alert)
      .to.match(/VALIDATION_ERROR|INVALID_URL/)
      .and.match(/request [\w.-]{8,}/)
  })
})
