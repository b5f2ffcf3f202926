import { expect } from 'chai'
import type { HTTPRequest, Page } from 'puppeteer-core'
import { shownPicture } from '#test/support/console/console-controls.ts'
import { type ConsoleFixture, consoleForSuite } from '#test/support/console/console-fixture.ts'
import type { ConsoleTab } from '#test/support/console/console-tab.ts'

/** How the console gets its key, keeps it, and what it says when it is not enough: infra/docs/clients.md#console. */
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

  const stored = () => tab.page.evaluate(() => JSON.stringify(sessionStorage))

  /** Pastes a text into the field for a key. */
  const paste = async (text: string) => {
    await (await tab.page.waitForSelector('input[type=password]'))?.click({ count: 3 })
    await tab.page.keyboard.sendCharacter(text)
  }

  it('that is pasted is tried at once, and used with its plan and owner', async () => {
    const key = await fixture.makeKey({ owner: 'a-person', plan: 'pro' })
    tab = await fixture.tab({ key: null })
    await paste(` ${key}\t`)
    await tab.waitForText(/The key works\. Plan pro, owner a-person\./)
    await tab.page.waitForSelector('input[name=url]')
    expect(await stored()).to.include(key)
    expect(tab.requests.filter((url) => url.endsWith('/usage'))).not.to.be.empty
    expect(await tab.axe()).to.deep.equal([])
  })

  it('that the service does not accept says why and what to do, and is not stored', async () => {
    tab = await fixture.tab({ key: null })
    await paste('pp_unknown0_abcdefghijklmnopqrstuvwxyz012345')
    await tab.waitForText('The service does not accept this key')
    expect(await tab.text('[role=alert]')).to.match(/revoked.*INVALID_API_KEY.*request [\w.-]{8,}/s)
    expect(await stored()).to.equal('{}')
    expect(await tab.axe()).to.deep.equal([])
  })

  it('that cannot be tried now can be tried again, and is not stored before', async () => {
    tab = await fixture.tab({ key: null })
    let isAway = true
    await tab.page.setRequestInterception(true)
    tab.page.on('request', (request) => {
      if (isAway && request.url().endsWith('/usage')) void request.abort()
      else void request.continue()
    })
    await paste(fixture.key)
    await tab.waitForText('The service does not respond')
    expect(await stored()).to.equal('{}')
    isAway = false
    await tab.click('Try again')
    await tab.page.waitForSelector('input[name=url]')
  })

  it('that lacks a scope, or whose limit is spent, is said before anything is run', async () => {
    tab = await fixture.tab({
      key: await fixture.makeKey({ scopes: ['metadata', 'snapshot'], limits: { metadata: 0 } }),
    })
    await tab.waitForText('This key has no scope for Performance, SEO audit.')
    await tab.waitForText(/The daily limit of Metadata is spent\. It is renewed in \d+ (s|min|h)/)
    expect(await tab.axe()).to.deep.equal([])
    await tab.open('#/batches')
    await tab.waitForText('This key has no scope for Crawls and lists.')
  })

  it('is not needed for the recorded example, which is shown as any result and asks the service for nothing', async () => {
    tab = await fixture.tab({ key: null })
    await tab.waitForText('What you get: a recorded result')
    await tab.waitForText('Fix first')
    await shownPicture(tab, 'img[alt^="Snapshot of"]')
    for (const scheme of ['light', 'dark'] as const) {
      await tab.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
      expect(await tab.axe(), scheme).to.deep.equal([])
    }
    const tabs = await tab.page.$$eval('nav[aria-label=Results] a', (all) =>
      all.map((one) => one.textContent),
    )
    expect(tabs).to.include('Content').and.not.include('Over time')
    for (const name of tabs) {
      await tab.click(name ?? '', 'link')
      await tab.page.waitForFunction(() => document.querySelector('.tab-panel .skeleton') === null)
      expect(await tab.axe(), name ?? '').to.deep.equal([])
    }
    for (const width of [390, 320]) {
      await tab.page.setViewport({ width, height: 844 })
      expect(await tab.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).to.be.at.most(
        0,
      )
    }
    const paths = tab.requests
      .map((url) => new URL(url).pathname)
      .filter((path) => !path.startsWith('/assets/'))
    expect(new Set(paths)).to.deep.equal(new Set(['/']))
    expect(await tab.page.$('input[type=password]')).not.to.equal(null)
    expect(tab.complaints).to.deep.equal([])
  })

  it('that the service refuses is forgotten, with the reason and the id of the request', async () => {
    tab = await fixture.tab({ key: 'pp_unknown0_abcdefghijklmnopqrstuvwxyz012345' })
    await tab.fill('URL', fixture.site.url('/'))
    await tab.click('Run')
    await tab.waitForText('The key was refused')
    expect(await tab.text('[role=alert]')).to.match(/request [\w.-]{8,}/)
    expect(await tab.page.evaluate(() => JSON.stringify(sessionStorage))).to.equal('{}')
  })

  it('without a scope has a message that names the scope', async () => {
    tab = await fixture.tab({ key: await fixture.makeKey({ scopes: ['metadata'] }) })
    await tab.fill('URL', fixture.site.url('/'))
    await tab.click('Run')
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
