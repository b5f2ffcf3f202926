import { expect } from 'chai'
import { type BrowserWatch, watchBrowser } from '#gateway/browser-watch.ts'
import { BROWSER_FAULT_KEY, BROWSER_WALLS_KEY } from '#shared/pipeline/store-keys.ts'
import { eventually } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/unit/shared/pipeline/embedded.ts'

describe('browser-watch', () => {
  let embedded: Embedded
  let watch: BrowserWatch
  beforeEach(async () => {
    embedded = await openEmbedded()
  })
  afterEach(async () => {
    watch.close()
    await embedded.close()
  })

  it('tells what a render stage says, for as long as it says so', async () => {
    watch = watchBrowser(embedded.store, 5)
    expect(watch.fault()).to.equal(null)
    await embedded.store.set(BROWSER_FAULT_KEY, 'There is none', 60)
    await eventually(() => watch.fault() === 'There is none')
    await embedded.store.delete(BROWSER_FAULT_KEY)
    await eventually(() => watch.fault() === null)
  })

  it('tells which walls browsers run without', async () => {
    watch = watchBrowser(embedded.store, 5)
    expect(watch.wallsOff()).to.deep.equal([])
    await embedded.store.set(BROWSER_WALLS_KEY, 'sandbox,jail', 60)
    await eventually(() => watch.wallsOff().join() === 'sandbox,jail')
    await embedded.store.delete(BROWSER_WALLS_KEY)
    await eventually(() => watch.wallsOff().length === 0)
  })

  it('keeps to what it knows while the store is away', async () => {
    let asked = 0
    watch = watchBrowser(
      { get: async () => (asked++ < 2 ? 'There is none' : Promise.reject(new Error('away'))) },
      5,
    )
    await eventually(() => asked > 3)
    expect(watch.fault()).to.equal('There is none')
  })
})
