import { expect } from 'chai'
import type { HTTPRequest, Page } from 'puppeteer-core'
import { type ConsoleFixture, consoleForSuite } from '#test/support/console/console-fixture.ts'
import type { ConsoleTab } from '#test/support/console/console-tab.ts'

/** How the console gets its key, keeps it, and what it says when it is not enough: infra/docs/contract.md#console. */
describe('console: the key', function () {
  this.timeout(120_000)
  let fixture: ConsoleFixture
  let tab: ConsoleTab

  before(async function () {
    fixture = await consoleForSuite(this)
  })
  after(() => fixture?.close())
  afterEach(() => tab.close())

  it('is taken from the address, removed from it, and kept in this tab alone', async () => {
    tab = await fixture.tab()
    expect(tab.page.url()).not.to.include('pp_')
    const stored = () =>
      tab.page.evaluate(() => [JSON.stringify(localStorage), document.cookie, JSON.stringify(sessionStorage)])
    const [local, cookies, session] = await stored()
    expect([local, cookies]).to.deep.equal(['{}', ''])
    expect(session).to.include(fixture.key)
    await tab.page.reload()
    await tab.page.waitForSelector('input[name=url]')
    await tab.page.goBack().catch(() => undefined)
    expect(tab.page.url()).not.to.include('pp_')
    const { service } = fixture.service
    expect(service.stdout() + service.stderr()).not.to.include(fixture.key)
  })

  it('is taken at once, also from an address that is entered later', async () => {
    tab = await fixture.tab({ key: null })
    await tab.page.goto(`${fixture.url}/#key=${fixture.key}`)
    await tab.page.goto(`${fixture.url}/#/keys`)
    await tab.waitForText('This key')
    expect(tab.page.url()).to.equal(`${fixture.url}/#/keys`)
    await tab.click('Forget the key')
    await tab.page.evaluate((key) => location.assign(`#key=${key}`), fixture.key)
    await tab.page.waitForSelector('input[name=url]')
    expect(tab.page.url()).not.to.include('pp_')
  })

  it('is taken from an address that is entered while the page is still loading', async () => {
    tab = await fixture.tab({ key: null })
    const { page } = tab
    const release = await holdApplication(page)
    await page.reload({ waitUntil: 'domcontentloaded' })
    await page.evaluate((key) => location.assign(`#key=${key}`), fixture.key)
    await page.evaluate(() => location.assign('#/keys'))
    expect(await page.$('.skip')).to.equal(null)
    await release()
    await tab.waitForText('This key')
    expect(page.url()).to.equal(`${fixture.url}/#/keys`)
  })

  it('is asked for where there is none, and judged before it is used', async () => {
    tab = await fixture.tab({ key: null })
    await tab.fill('API key', 'not a key')
    await tab.click('Use this key')
    await tab.waitForText('This is no key')
    expect(
      await tab.page.$eval('input[type=password]', (input) => input.getAttribute('aria-invalid')),
    ).to.equal('true')
    await tab.fill('API key', fixture.key)
    await tab.click('Use this key')
    await tab.page.waitForSelector('input[name=url]')
  })

  it('that the service refuses is forgotten, with the reason and the id of the request', async () => {
    tab = await fixture.tab({ key: 'pp_unknown0_abcdefghijklmnopqrstuvwxyz012345' })
    await tab.fill('URL', fixture.site.url('/'))
    await tab.click('Run Snapshot')
    await tab.waitForText('The key was refused')
    expect(await tab.text('[role=alert]')).to.match(/request [\w.-]{8,}/)
    expect(await tab.page.evaluate(() => JSON.stringify(sessionStorage))).to.equal('{}')
  })

  it('without a scope has a message that names the scope', async () => {
    tab = await fixture.tab({ key: await fixture.makeKey({ scopes: ['metadata'] }) })
    await tab.fill('URL', fixture.site.url('/'))
    await tab.click('Run Snapshot')
    await tab.waitForText('The key lacks a permission')
    expect(await tab.text('[role=alert]'))
      .to.include('snapshot')
      .and.include('INSUFFICIENT_PERMISSIONS')
  })

  it('whose limit is spent has a message that counts down', async () => {
    tab = await fixture.tab({ key: await fixture.makeKey({ scopes: ['metadata'], limits: { metadata: 0 } }) })
    await tab.open(`#/inspect/metadata?url=${encodeURIComponent(fixture.site.url('/'))}`)
    await tab.click('Run Metadata')
    await tab.waitForText('The daily limit of this key is spent')
    expect(await tab.text('[role=alert]')).to.match(/Possible again in \d+ (s|min|h)/)
  })

  it('is forgotten when a person says so', async () => {
    tab = await fixture.tab()
    await tab.click('Forget the key')
    await tab.page.waitForSelector('input[type=password]')
    expect(await tab.page.evaluate(() => JSON.stringify(sessionStorage))).to.equal('{}')
  })
})

/** Holds all that the page asks for, except its first script and what that one needs. Answers how to let it go. */
async function holdApplication(page: Page): Promise<() => Promise<void>> {
  const first = await page.$eval('script[type=module]', (script) => (script as HTMLScriptElement).src)
  const needed = [...(await (await fetch(first)).text()).matchAll(/from"\.\/([^"]+)"/g)].map(
    ([, name]) => name,
  )
  const held: HTTPRequest[] = []
  let isHeld = true
  await page.setCacheEnabled(false)
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    const isNeeded =
      !/\/part-/.test(request.url()) || needed.some((name) => request.url().endsWith(`/${name}`))
    if (isHeld && !isNeeded) held.push(request)
    else void request.continue()
  })
  return async () => {
    isHeld = false
    expect(held.length).to.be.above(0)
    for (const request of held) await request.continue()
  }
}
