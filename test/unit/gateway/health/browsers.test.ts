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

  it('reports the error of a render stage while the stage does', async () => {
    watch = monitorBrowsers(embedded.store, 5)
    expect(watch.error()).to.equal(null)
    await embedded.store.set(BROWSER_ERROR_KEY, 'There is none', 60)
    await eventually(() => watch.error() === 'There is none')
    await embedded.store.delete(BROWSER_ERROR_KEY)
    await eventually(() => watch.error() === null)
  })

  it('reports missing isolation mechanisms', async () => {
    watch = monitorBrowsers(embedded.store, 5)
    expect(watch.missingIsolation()).to.deep.equal([])
    await embedded.store.set(BROWSER_ISOLATION_OFF_KEY, 'sandbox,jail', 60)
    await eventually(() => watch.missingIsolation().join() === 'sandbox,jail')
    await embedded.store.delete(BROWSER_ISOLATION_OFF_KEY)
    await eventually(() => watch.missingIsolation().length === 0)
  })

  it('keeps the last state while the store is unavailable', async () => {
    let reads = 0
    watch = monitorBrowsers(
      { get: async () => (reads++ < 2 ? 'There is none' : Promise.reject(new Error('away'))) },
      5,
    )
    await eventually(() => reads > 3)
    expect(watch.error()).to.equal('There is none')
  })
})
