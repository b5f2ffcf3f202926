// own browser: frames in the process of the page need a flag
import { expect } from 'chai'
import { blockRequests } from '#stages/render/blocking/block-requests.ts'
import { eventually } from '#test/contract/eventually.ts'
import {
  openTestBrowser,
  requireBrowser,
  type TestBrowser,
  type TestTab,
} from '#test/support/browser/test-tab.ts'
import { openWorkerTab } from '#test/support/browser/worker-browser.ts'
import { type NamedHosts, namedHosts } from '#test/support/sites/named-hosts.ts'

/** Requests of test/site/ads/page.html and its two frames to hosts that are refused, counted there by hand. */
const BY_CATEGORY = { 'tag-manager': 1, ad: 10, analytics: 11, social: 3, marketing: 1 }
const REFUSED = 26
/** A whole browser asks for icons, and for updates of its own. */
const ofTheBrowser = /\/favicon\.ico$|^update\.googleapis\.com\//
/** What the same pages may load. */
const LOADED = [
  'news.example.com/ads/page.html',
  'cdn.jsdelivr.net/style.css',
  'news-static.example.com/own.js',
  'use.typekit.net/fonts.js',
  'app.usercentrics.eu/latest/main.js',
  'other.example.org/ads/frame.html',
  'images.example.net/photo.png',
  'news.example.com/api/articles',
  'maps.googleapis.com/maps/api/js',
  'third.example.info/ads/inner.html',
]

for (const [process, isApart] of [
  ['frames in the process of the page', false],
  ['frames in processes of their own', true],
] as const) {
  describe(`blocked requests, ${process}`, () => {
    let hosts: NamedHosts
    let browser: TestBrowser | null = null
    let opened: TestTab
    before(async function () {
      requireBrowser(this)
      hosts = await namedHosts()
      browser = isApart ? null : await openTestBrowser([hosts.flag, '--disable-site-isolation-trials'])
    })
    beforeEach(async () => {
      opened = await (browser?.open() ?? openWorkerTab())
    })
    afterEach(() => opened?.close())
    after(() => browser?.close())

    /** Waits until the page has made so many requests that are refused, and these others. */
    async function show(url: string, refused: number, others: readonly string[]) {
      const before = hosts.requests().length
      const requests = () => hosts.requests().slice(before)
      const blocker = await blockRequests(opened.tab, url)
      await opened.tab.page.goto(url, { waitUntil: 'load' })
      await eventually(
        () => blocker.count() >= refused && others.every((request) => requests().includes(request)),
      )
      return { blocker, requests: requests() }
    }

    it('never reach the network, while others do, and are counted, each once', async () => {
      const { blocker, requests } = await show('http://news.example.com/ads/page.html', REFUSED, LOADED)
      expect(requests.filter((one) => !ofTheBrowser.test(one))).to.have.members(LOADED)
      expect(blocker.byCategory()).to.deep.equal(BY_CATEGORY)
      expect(blocker.count()).to.equal(REFUSED)
    })

    it('are not the first-party requests of a listed company', async () => {
      const others = [
        'www.taboola.com/ads/company.html',
        'www.taboola.com/own.js',
        'static.taboola.com/own.js',
        'images.taboolasyndication.com/logo.png',
      ]
      const { blocker } = await show('http://www.taboola.com/ads/company.html', 1, others)
      expect(blocker.byCategory()).to.deep.equal({ analytics: 1 })
    })

    it('are classified relative to the site that a redirect led to', async () => {
      const to = encodeURIComponent('http://www.taboola.com/ads/company.html')
      const { blocker } = await show(`http://short.example.com/?to=${to}`, 1, ['static.taboola.com/own.js'])
      expect(blocker.byCategory()).to.deep.equal({ analytics: 1 })
    })
  })
}
