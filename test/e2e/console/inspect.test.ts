import { expect } from 'chai'
import { shownPicture } from '#test/support/console/console-controls.ts'
import { type ConsoleFixture, consoleForSuite } from '#test/support/console/console-fixture.ts'
import type { ConsoleTab } from '#test/support/console/console-tab.ts'
import { htmlPage } from '#test/support/sites/target-site.ts'

const SNAPSHOT = 'img[alt^="Snapshot of"]'

/** Inspections in the console, by mouse and by keyboard: infra/docs/contract.md#console. */
describe('console: inspect', function () {
  this.timeout(120_000)
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

  it('shows a picture after the URL and one click', async () => {
    await tab.fill('URL', fixture.site.url('/one'))
    await tab.click('Run Snapshot')
    const size = await shownPicture(tab, SNAPSHOT)
    expect(size).to.deep.equal([1920, 1080])
    expect(tab.page.url()).to.include(
      `#/inspect/snapshot?url=${encodeURIComponent(fixture.site.url('/one'))}`,
    )
  })

  it('shows it by keyboard alone', async () => {
    const { keyboard } = tab.page
    await tab.page.waitForSelector('input[name=url]')
    const focused = () => tab.page.evaluate(() => document.activeElement?.getAttribute('name'))
    for (let presses = 0; presses < 20 && (await focused()) !== 'url'; presses++) await keyboard.press('Tab')
    expect(await focused()).to.equal('url')
    await keyboard.type(fixture.site.url('/keyboard'))
    await keyboard.press('Enter')
    await shownPicture(tab, SNAPSHOT)
    expect(await focused()).to.equal('url')
  })

  it('has a control for each parameter, and what is set there is in the call, in curl and in the address', async () => {
    const { page } = tab
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
    const parameters = new URLSearchParams(new URL(page.url()).hash.split('?')[1])
    expect(Object.fromEntries(parameters)).to.deep.equal({
      url: fixture.site.url('/long'),
      device: 'mobile',
      fullPage: 'true',
    })
    const curl = await page.$eval('pre[aria-label=curl]', (pre) => pre.textContent)
    expect(curl)
      .to.include('"device":"mobile"')
      .and.include('"fullPage":true')
      .and.include('$PAGEPROBE_API_KEY')
    expect(await page.content()).not.to.include(fixture.key)
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
    await tab.click('Run Snapshot')
    await tab.page.waitForSelector('input[name=url][aria-invalid=true]')
    const alert = await tab.text('[role=alert]')
    expect(alert)
      .to.include('VALIDATION_ERROR')
      .and.match(/request [\w.-]{8,}/)
    const note = await tab.page.$eval('input[name=url]', (input) => {
      const id = input.getAttribute('aria-describedby') ?? ''
      return document.getElementById(id)?.textContent
    })
    expect(note).to.match(/url|http/i)
  })

  it('shows for how long it works, and can be cancelled', async () => {
    await tab.fill('URL', fixture.site.url('/never'))
    await tab.click('Run Snapshot')
    await tab.waitForText(/The browser loads the page.*[1-9] s/)
    expect(await tab.text('[role=status]')).to.match(/\d s/)
    await tab.click('Cancel')
    await tab.waitForText('No Snapshot yet')
    expect(await tab.page.evaluate(() => document.activeElement?.textContent)).to.equal('Run Snapshot')
    expect(await tab.page.$('[role=alert]')).to.equal(null)
  })

  it('asks nobody but the service, and the browser reports no error', async () => {
    await tab.fill('URL', fixture.site.url('/one'))
    await tab.click('Run Snapshot')
    await shownPicture(tab, SNAPSHOT)
    const outside = tab.requests.filter(
      (url) => !url.startsWith(`${fixture.url}/`) && !/^(data|blob):/.test(url),
    )
    expect(outside).to.deep.equal([])
    expect(tab.requests.filter((url) => url.includes(fixture.key))).to.deep.equal([])
    expect(tab.complaints).to.deep.equal([])
  })
})
