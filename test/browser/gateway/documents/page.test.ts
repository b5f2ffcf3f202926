import axe from 'axe-core'
import { expect } from 'chai'
import type { Page } from 'puppeteer-core'
import { requireBrowser, type TestTab } from '#test/support/browser/test-tab.ts'
import { openWorkerTab } from '#test/support/browser/worker-browser.ts'
import { type DocumentsSite, openDocuments } from '#test/unit/gateway/documents/site.ts'

const KEY = 'pp_docspage_abcdefghijklmnopqrstuvwxyz012345'

/** Opens the page in a real browser, where names lead to a site of tests. */
describe('docs page', () => {
  let site: DocumentsSite
  let opened: TestTab
  let page: Page
  const asked: string[] = []
  const complaints: string[] = []
  /** Calls that were tried from the page. */
  const calls: { path: string; key: string }[] = []

  before(async function () {
    requireBrowser(this)
    site = await openDocuments('https://elsewhere.example', (context) => {
      calls.push({ path: context.url, key: context.get('X-API-Key') })
      context.body = { tried: true }
    })
    opened = await openWorkerTab()
    page = opened.tab.page
    page.on('request', (request) => asked.push(request.url()))
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`))
    await page.goto(`${site.url}/docs`)
    await page.waitForSelector('.opblock')
  })
  after(async () => {
    await opened?.close()
    site?.close()
  })

  it('shows every operation of the document', async () => {
    const { paths } = (await (await fetch(`${site.url}/openapi.json`)).json()) as { paths: object }
    const shown = await page.$$eval('.opblock-summary-path', (all) =>
      all.map((one) => one.textContent?.replaceAll('\u200b', '')),
    )
    const all = Object.entries(paths).flatMap(([path, item]) => Object.keys(item).map(() => path))
    expect(shown).to.have.members(all)
    expect(await page.$eval('.info .title', (one) => one.textContent)).to.include('PageProbe')
  })

  /** Puts text into a field, as a person who pastes it. */
  async function enter(selector: string, text: string): Promise<void> {
    await page.focus(selector)
    await page.keyboard.sendCharacter(text)
  }

  it('has one main, one h1, and the texts before the reference', async () => {
    const count = (selector: string) => page.$$eval(selector, (all) => all.length)
    expect([await count('main'), await count('h1')]).to.deep.equal([1, 1])
    const sections = await page.$$eval('main > section', (all) => all.map(({ id }) => id))
    expect(sections).to.deep.equal(['quick-start', 'errors', 'events', 'reference'])
  })

  it('names the service as the reader has it', async () => {
    const command = await page.$eval('#recipe-metadata pre', (box) => box.textContent)
    expect(command).to.include(`${site.url}/metadata?url=`).and.not.include('elsewhere')
  })

  for (const scheme of ['light', 'dark']) {
    for (const width of [1280, 390, 320]) {
      it(`axe finds nothing at ${width} px in ${scheme} colours, and nothing is wider than the screen`, async () => {
        await page.setViewport({ width, height: 800 })
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
        expect(await violations()).to.deep.equal([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).to.be.at.most(0)
      })
    }

    it(`has enough contrast in ${scheme} colours in an operation that is tried, and in the form for a key`, async () => {
      await page.setViewport({ width: 1280, height: 800 })
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
      await toggle('takeSnapshot')
      await page.waitForSelector('.try-out__btn')
      await page.click('.try-out__btn')
      expect(await violations('color-contrast')).to.deep.equal([])
      await toggle('takeSnapshot')
      await page.click('.btn.authorize')
      await page.waitForSelector('.modal-ux')
      expect(await violations('color-contrast')).to.deep.equal([])
      await page.click('.modal-ux .btn-done')
    })
  }

  const toggle = (operation: string) =>
    page.click(`#operations-Inspections-${operation} .opblock-summary-control`)

  /** What axe finds, of one rule or of all. */
  async function violations(rule?: string): Promise<string[]> {
    await page.evaluate(axe.source)
    return page.evaluate(async (rule) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
      const found = await axe.run(rule === undefined ? {} : { runOnly: [rule] })
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
      )
    }, rule)
  }

  it('has the key of the tab in its calls, and shows its id alone', async () => {
    await page.evaluate((key) => sessionStorage.setItem('pageprobe-key', key), KEY)
    await page.goto(`${site.url}/docs`)
    await page.waitForSelector('.btn.authorize.locked')
    expect(await page.$eval('.top', (top) => (top as HTMLElement).innerText)).to.include('Key docspage')
    await toggle('getMetadata')
    await tryMetadata('http://b.example/')
    expect(calls.find(({ path }) => path.includes('b.example'))?.key).to.equal(KEY)
    expect(asked.join(' ')).not.to.include(KEY)
    await page.evaluate(() => sessionStorage.clear())
    await page.goto(`${site.url}/docs`)
    await page.waitForSelector('.btn.authorize.unlocked')
  })

  it('makes a call, with the key in its header', async () => {
    await page.click('.btn.authorize')
    await enter('.modal-ux input[type=text]', KEY)
    await page.click('.modal-ux .btn.modal-btn.auth.authorize')
    await page.click('.modal-ux .btn-done')
    await toggle('getMetadata')
    await tryMetadata('http://a.example/')
    const [call] = calls.filter(({ path }) => path.includes('a.example'))
    expect(call?.key).to.equal(KEY)
    const query = new URLSearchParams(call?.path.split('?')[1])
    expect(query.get('url')).to.equal('http://a.example/')
    expect([null, 'all']).to.include(query.get('fields'))
  })

  async function tryMetadata(url: string): Promise<void> {
    const operation = '#operations-Inspections-getMetadata'
    await page.waitForSelector(`${operation} .try-out__btn`)
    await page.click(`${operation} .try-out__btn`)
    await enter(`${operation} tr[data-param-name=url] input`, url)
    await page.click(`${operation} .execute`)
    await page.waitForSelector(`${operation} .live-responses-table`)
  }

  it('has all but the reference without a script', async () => {
    await page.setJavaScriptEnabled(false)
    await page.goto(`${site.url}/docs`)
    const text = await page.$eval('main', (main) => (main as HTMLElement).innerText)
    expect(text)
      .to.include('Crawl a site and read its report')
      .and.include('ROBOTS_TXT_BLOCKED')
      .and.include('The reference needs JavaScript.')
    expect(await page.$$eval('button[data-copy]:not([hidden])', (all) => all.length)).to.equal(0)
    await page.setJavaScriptEnabled(true)
  })

  it('requests nothing but its own origin, and the browser reports no error', () => {
    expect(asked.length).to.be.at.least(5)
    const outside = asked.filter((url) => !url.startsWith(`${site.url}/`) && !url.startsWith('data:'))
    expect(outside).to.deep.equal([])
    expect(complaints).to.deep.equal([])
  })
})
