import { expect } from 'chai'
import { measuring } from '../measuring.ts'

describe('revisits', function () {
  this.timeout(60_000)
  const { measure } = measuring()

  it('tell how a page is served again, and whether it returns from the back/forward cache', async () => {
    const { requests, backForwardCache, missing } = await measure('/still')
    expect(requests[0]?.secondView).to.equal('network')
    expect(backForwardCache).to.deep.equal([])
    expect(missing).to.deep.equal({})
  })

  it('are missing together when the page does not answer', async () => {
    const { backForwardCache, missing } = await measure('/loop-after-load', { timeout: 3000 })
    expect(backForwardCache).to.equal(null)
    expect(missing).to.include({ second_view: 'page_busy', back_forward_cache: 'page_busy' })
  })
})
