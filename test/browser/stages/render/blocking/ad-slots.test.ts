// own browser: frames in the process of the page need a flag
import { expect } from 'chai'
import { hideAdSlots } from '#stages/render/blocking/ad-slots.ts'
import { blockRequests } from '#stages/render/blocking/block-requests.ts'
import { eventually } from '#test/contract/eventually.ts'
import {
  openTestBrowser,
  requireBrowser,
  type TestBrowser,
  type TestTab,
} from '#test/support/browser/test-tab.ts'
import { openWorkerTab } from '#test/support/browser/worker-browser.ts'
import { namedHosts } from '#test/support/sites/named-hosts.ts'

for (const [process, isApart] of [
  ['frames in the process of the page', false],
  ['frames in processes of their own', true],
] as const) {
  describe(`ad slots, ${process}`, () => {
    const url = 'http://news.example.com/ads/page.html'
    let browser: TestBrowser | null = null
    let opened: TestTab
    before(async function () {
      requireBrowser(this)
      const { flag } = await namedHosts()
      browser = isApart ? null : await openTestBrowser([flag, '--disable-site-isolation-trials'])
    })
    beforeEach(async () => {
      opened = await (browser?.open() ?? openWorkerTab())
    })
    afterEach(() => opened?.close())
    after(() => browser?.close())

    const shownIn = (ids: readonly string[]) =>
      opened.tab.page.evaluate(
        (all) => all.filter((id) => (document.getElementById(id)?.getBoundingClientRect().height ?? 0) > 0),
        ids,
      )

    it('are hidden with the frames that were blocked, and the containers around them', async () => {
      await blockRequests(opened.tab, url)
      await opened.tab.page.goto(url, { waitUntil: 'load' })
      const shown = () => shownIn(['slot', 'ad-frame', 'holder', 'good-frame'])
      await eventually(async () => (await shown()).length === 1)
      expect(await shown()).to.deep.equal(['good-frame'])
    })

    it('are hidden by their selectors in a document that loads its frames', async () => {
      await hideAdSlots(opened.tab.cdp)
      await opened.tab.page.goto(url, { waitUntil: 'load' })
      expect(await shownIn(['slot', 'good-frame'])).to.deep.equal(['good-frame'])
    })
  })
}
