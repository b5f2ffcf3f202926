import { expect } from 'chai'
import { type BrowserMonitor, monitorBrowsers } from '#gateway/health/browsers.ts'
import { BROWSER_ERROR_KEY, BROWSER_ISOLATION_OFF_KEY } from '#shared/store/keys.ts'
import { eventually } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'

describe('browsers', () => {
  let embedded: Embedded
  let watch: BrowserMonitor
  beforeEach(async () => {
    embedded = await openEmbedded()
  })
  afterEach(async () => {
    watch.close()
    await embedded.close()
  })

  it('tells what a render stage says, for as long as it says so', async () => {
    watch = monitorBrowsers(embedded.store, 5)
    expect(watch.error()).to.equal(null)
    await embedded.store.set(BROWSER_ERROR_KEY, 'There is none', 60)
    await eventually(() => watch.error() === 'There is none')
    await embedded.store.delete(BROWSER_ERROR_KEY)
    await eventually(() => watch.error() === null)
  })

  it('tells which walls browsers run without', async () => {
    watch = monitorBrowsers(embedded.store, 5)
    expect(watch.missingIsolation()).to.deep.equal([])
    await embedded.store.set(BROWSER_ISOLATION_OFF_KEY, 'sandbox,jail', 60)
    await eventually(() => watch.missingIsolation().join() === 'sandbox,jail')
    await embedded.store.delete(BROWSER_ISOLATION_OFF_KEY)
    await eventually(() => watch.missingIsolation().length === 0)
  })

  it('keeps to what it knows while the store is away', async () => {
    let asked = 0
    watch = monitorBrowsers(
      { get: async () => (asked++ < 2 ? 'There is none' : Promise.reject(new Error('away'))) },
      5,
    )
    await eventually(() => asked > 3)
    expect(watch.error()).to.equal('There is none')
  })
})
