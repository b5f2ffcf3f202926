import { expect } from 'chai'
import { launchedContext, readPageContext } from '#stages/render/lab/conditions/page-context.ts'
import { openIsolatedWorld } from '#stages/render/tab/isolated-world.ts'
import { emulateUserAgent } from '#stages/render/visit/emulate-device.ts'
import { measuring } from '../measuring.ts'

describe('context of a page', () => {
  const { site, tabs } = measuring()

  it('is read in the page, and is what a busy page is said to have', async () => {
    const context = await (await tabs()).useExclusive(
      async (tab) => {
        await emulateUserAgent(tab.cdp, 'test')
        await tab.cdp.send('Page.enable')
        const loaded = new Promise((resolve) => tab.cdp.once('Page.loadEventFired', resolve))
        await tab.cdp.send('Page.navigate', { url: site().url('/still') })
        await loaded
        return readPageContext(await openIsolatedWorld(tab))
      },
      { deadlineMs: 10_000, signal: new AbortController().signal },
    )
    expect(context).to.deep.equal({ timezone: 'UTC', language: 'en-US', cookiesEnabled: true })
    expect(launchedContext).to.deep.equal(context)
  })
})
