import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { Page } from 'puppeteer-core'
import { expectAccessible } from '#test/support/console/console-checks.ts'
import { type ConsoleFixture, consoleForSuite } from '#test/support/console/console-fixture.ts'
import type { ConsoleTab } from '#test/support/console/console-tab.ts'

const idOf = (key: string) => key.slice(3, 11)
const secretOf = (key: string) => key.slice(12)

/** Links that bring a key: whose key is used is decided by the person, not by the link. infra/docs/clients.md#console */
describe('console: a key in a link', function () {
  this.timeout(120_000)
  let fixture: ConsoleFixture
  /** A key of somebody else. */
  let other: string
  let tab: ConsoleTab
  let page: Page
  let elsewhere: Server

  before(async function () {
    fixture = await consoleForSuite(this)
    other = await fixture.makeKey({ owner: 'mallory', scopes: ['metadata'] })
    elsewhere = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://elsewhere')
      const [href, attributes] = [searchParams.get('to'), searchParams.get('with')]
      response.setHeader('content-type', 'text/html')
      response.end(`<!doctype html><title>Elsewhere</title><a href="${href}" ${attributes}>link</a>`)
    })
    elsewhere.listen(0, '0.0.0.0')
    await once(elsewhere, 'listening')
  })
  after(async () => {
    elsewhere?.closeAllConnections()
    elsewhere?.close()
    await fixture?.close()
  })
  afterEach(() => tab.close())

  async function openTab(key: string | null = fixture.key): Promise<void> {
    tab = await fixture.tab({ key })
    page = tab.page
  }
  const stored = () => page.evaluate(() => Object.values(sessionStorage))
  const dialogs = () => page.$$eval('dialog[open]', (all) => all.length)
  const focused = () => page.evaluate(() => document.activeElement?.textContent)

  /** The two ways in which a link reaches a tab that has a key. */
  const ways: Record<string, (hash: string) => Promise<unknown>> = {
    'is loaded': async (hash) => {
      await page.goto('about:blank')
      await page.goto(`${fixture.url}/${hash}`)
    },
    'is followed while the console is open': (hash) => page.evaluate((to) => location.assign(to), hash),
  }
  for (const [how, follow] of Object.entries(ways)) {
    describe(`that ${how}, in a tab with a key`, () => {
      beforeEach(async () => {
        await openTab()
        await follow(`#key=${other}`)
        await page.waitForSelector('dialog[open]')
      })

      it('asks before it replaces the key: it names both keys and their owners, and no secret', async () => {
        await tab.waitForText(new RegExp(`${idOf(other)}, owner mallory`))
        const text = await tab.text('dialog')
        expect(text).to.include(idOf(fixture.key))
        expect(await page.evaluate(() => document.documentElement.outerHTML))
          .to.not.include(secretOf(other))
          .and.not.include(secretOf(fixture.key))
        expect(page.url()).not.to.include('key=')
        expect(await stored()).to.deep.equal([fixture.key])
      })

      it('keeps the present key when a person says so, and by Escape', async () => {
        expect(await focused()).to.equal('Keep the present key')
        await tab.click('Keep the present key')
        expect([await dialogs(), await stored()]).to.deep.equal([0, [fixture.key]])
        await page.evaluate((key) => location.assign(`#key=${key}`), other)
        await page.waitForSelector('dialog[open]')
        await page.keyboard.press('Escape')
        await page.waitForFunction(() => document.querySelector('dialog') === null)
        expect(await stored()).to.deep.equal([fixture.key])
        expect(await tab.text('header')).to.include(idOf(fixture.key))
      })

      it('uses the other key when a person says so', async () => {
        await tab.click('Use the other key')
        await page.waitForFunction(() => document.querySelector('dialog') === null)
        expect(await stored()).to.deep.equal([other])
        await tab.waitForText(new RegExp(`${idOf(other)}, owner mallory`))
        expect(await tab.text('header')).not.to.include(idOf(fixture.key))
      })
    })
  }

  it('asks in a dialog that everybody can use, also on a small screen', async () => {
    await openTab()
    await page.setViewport({ width: 320, height: 700 })
    await page.evaluate((key) => location.assign(`#key=${key}`), other)
    await tab.waitForText(new RegExp(`${idOf(other)}, owner mallory`))
    const name = await page.$eval('dialog', (dialog) => {
      return document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')?.textContent
    })
    expect(name).to.equal('Use another key?')
    await expectAccessible(tab)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).to.be.at.most(0)
    expect(tab.complaints).to.deep.equal([])
  })

  it('does not offer a key that the service refuses', async () => {
    await openTab()
    await page.evaluate(() => location.assign('#key=pp_unknown0_abcdefghijklmnopqrstuvwxyz012345'))
    await tab.waitForText('refused by the service')
    expect(
      await page.$eval('dialog button.danger', (button) => (button as HTMLButtonElement).disabled),
    ).to.equal(true)
    await page.keyboard.press('Escape')
    expect(await stored()).to.deep.equal([fixture.key])
  })

  it('asks nothing where the key is the one in use', async () => {
    await openTab()
    for (const follow of Object.values(ways)) {
      await follow(`#key=${fixture.key}`)
      await page.waitForSelector('input[name=url]')
      expect(page.url()).not.to.include('key=')
      expect([await dialogs(), await stored()]).to.deep.equal([0, [fixture.key]])
    }
  })

  it('is taken by a fresh tab, and the header says whose key it is', async () => {
    await openTab(other)
    await tab.waitForText(new RegExp(`${idOf(other)}, owner mallory`))
    expect([await dialogs(), await stored()]).to.deep.equal([0, [other]])
    await tab.open('#/health')
    expect(await tab.text('header'))
      .to.include(idOf(other))
      .and.include('mallory')
    await page.setViewport({ width: 320, height: 700 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).to.be.at.most(0)
    await expectAccessible(tab)
  })

  for (const [what, text] of [
    ['no key', 'hello'],
    ['nothing', ''],
    ['a key and more', 'pp_unknown0_abcdefghijklmnopqrstuvwxyz012345x'],
    ['markup', '%3Cimg%20src=x%3E'],
  ] as const) {
    it(`is refused with a message where it has ${what}`, async () => {
      await openTab()
      await page.evaluate((to) => location.assign(to), `#key=${text}`)
      await tab.waitForText('The link brings no key')
      expect(await tab.text('[role=alert]')).to.include('The key in use stays')
      expect([page.url(), await dialogs()]).to.deep.equal([`${fixture.url}/`, 0])
      expect(await stored()).to.deep.equal([fixture.key])
      await expectAccessible(tab)
      await tab.click('Close')
      await page.waitForFunction(() => document.querySelector('[role=alert]') === null)
    })
  }

  it('is refused with a message where it is nonsense, in a tab without a key', async () => {
    await openTab(null)
    await page.goto('about:blank')
    await page.goto(`${fixture.url}/#key=hello`)
    await tab.waitForText('The link brings no key')
    await page.waitForSelector('input[type=password]')
    expect(await stored()).to.deep.equal([])
  })

  /** The console is at 127.0.0.1: 127.0.0.2 is another site, another port of it another origin of the same site. */
  for (const [where, host] of [
    ['another site', '127.0.0.2'],
    ['another origin of the same host', '127.0.0.1'],
  ] as const) {
    for (const attributes of [
      '',
      'rel="noreferrer"',
      'rel="noreferrer" target="_blank"',
      'target="_blank" rel="opener"',
    ]) {
      it(`asks when a page of ${where} leads to it: <a ${attributes}>`, async () => {
        await openTab(null)
        const query = new URLSearchParams({ to: `${fixture.url}/#key=${other}`, with: attributes })
        await page.goto(`http://${host}:${(elsewhere.address() as AddressInfo).port}/?${query}`)
        const opened = attributes.includes('_blank') ? popupOf(page) : page
        await page.click('a')
        page = await opened
        const dialog = await page.waitForSelector('dialog[open]')
        const text = await dialog?.evaluate(({ textContent }) => textContent)
        expect(text).to.include(idOf(other))
        expect(page.url()).not.to.include('key=')
        expect(await stored()).to.deep.equal([])
        await page.waitForFunction(() => document.activeElement?.textContent === 'Do not use it')
        await page.keyboard.press('Escape')
        await page.waitForSelector('input[type=password]')
        expect(await stored()).to.deep.equal([])
        // Also later, and after it was loaded again: the document is still the one that the link opened.
        await page.reload()
        await page.waitForSelector('input[type=password]')
        await page.evaluate((key) => location.assign(`#key=${key}`), other)
        await page.waitForSelector('dialog[open]')
        expect(await stored()).to.deep.equal([])
      })
    }
  }

  it('cannot be put into an open console by the window that opened it', async () => {
    await openTab(null)
    await page.goto(`http://127.0.0.2:${(elsewhere.address() as AddressInfo).port}/`)
    const opened = popupOf(page)
    await page.evaluate((url) => {
      Object.assign(globalThis, { popup: open(url) })
    }, `${fixture.url}/`)
    const popup = await opened
    await popup.waitForSelector('input[type=password]')
    const isOut = await page.evaluate(() => (globalThis as unknown as { popup: Window }).popup.closed)
    expect(isOut).to.equal(true)
  })
})

function popupOf(page: Page): Promise<Page> {
  return new Promise((resolve) => page.once('popup', (popup) => popup !== null && resolve(popup)))
}
