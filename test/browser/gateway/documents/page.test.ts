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

  it('makes a call, with the key in its header', async () => {
    await page.click('.btn.authorize')
    await enter('.modal-ux input[type=text]', KEY)
    await page.click('.modal-ux .btn.modal-btn.auth.authorize')
    await page.click('.modal-ux .btn-done')
    await page.click('#operations-Inspections-getMetadata .opblock-summary-control')
    await page.waitForSelector('#operations-Inspections-getMetadata .try-out__btn')
    await page.click('#operations-Inspections-getMetadata .try-out__btn')
    await enter('#operations-Inspections-getMetadata tr[data-param-name=url] input', 'http://a.example/')
    await page.click('#operations-Inspections-getMetadata .execute')
    await page.waitForSelector('#operations-Inspections-getMetadata .live-responses-table')
    const [call] = calls.filter(({ path }) => path.startsWith('/metadata'))
    expect(call?.key).to.equal(KEY)
    const query = new URLSearchParams(call?.path.split('?')[1])
    expect(query.get('url')).to.equal('http://a.example/')
    expect([null, 'all']).to.include(query.get('fields'))
  })

  it('requests nothing but its own origin, and the browser reports no error', () => {
    expect(asked.length).to.be.at.least(5)
    const outside = asked.filter((url) => !url.startsWith(`${site.url}/`) && !url.startsWith('data:'))
    expect(outside).to.deep.equal([])
    expect(complaints).to.deep.equal([])
  })
})
