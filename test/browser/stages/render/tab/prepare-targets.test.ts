import { expect } from 'chai'
import type { CDPSession } from 'puppeteer-core'
import { prepareTargets } from '#stages/render/tab/prepare-targets.ts'
import { requireBrowser, type TestTab } from '#test/support/browser/test-tab.ts'
import { openWorkerTab } from '#test/support/browser/worker-browser.ts'

describe('prepareTargets', () => {
  let opened: TestTab
  beforeEach(async function () {
    requireBrowser(this)
    opened = await openWorkerTab()
  })
  afterEach(() => opened?.close())

  it('prepares the page, its frames and their frames before their documents load', async () => {
    const seen: string[] = []
    await prepareTargets(opened.tab, async (session: CDPSession) => {
      session.on('Fetch.requestPaused', ({ requestId, request }) => {
        seen.push(new URL(request.url).hostname)
        session.send('Fetch.continueRequest', { requestId }).catch(() => {})
      })
      await session.send('Fetch.enable', { patterns: [{ urlPattern: '*.png', resourceType: 'Image' }] })
    })
    const frames = ['two.example.net', 'three.example.info']
    await opened.tab.page.goto('http://one.example.com/targets/one.html', { waitUntil: 'load' })
    expect(seen).to.have.members(['one.example.com', ...frames])
  })

  it('lets a target run whose preparation fails', async () => {
    let count = 0
    await prepareTargets(opened.tab, async () => {
      if (count++ > 0) throw new Error('Of no use')
    })
    await opened.tab.page.goto('http://one.example.com/targets/one.html', { waitUntil: 'load' })
    expect(count).to.be.above(1)
    expect(opened.tab.page.frames().map((frame) => new URL(frame.url()).hostname)).to.include(
      'three.example.info',
    )
  })
})
