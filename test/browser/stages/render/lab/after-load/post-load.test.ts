import { expect } from 'chai'
import { measuring } from '../measuring.ts'

describe('measurements after the load', () => {
  const { measure } = measuring()

  it('returns partial results of a page that is unresponsive after its load', async () => {
    const { vitals, missing } = await measure('/loop-after-load', { timeout: 6000 })
    expect(vitals.lcp.value).to.be.above(0)
    expect(vitals.inp).to.include({ value: null, reason: 'page_busy' })
    expect(missing).to.include({
      page: 'no_time',
      images: 'page_busy',
      document: 'page_busy',
      second_view: 'page_busy',
    })
  })
})
