import { expect } from 'chai'
import * as keys from '#shared/store/keys.ts'

describe('keys of the store', () => {
  it('are those that earlier versions wrote: a running installation finds its entries again', () => {
    expect(keys.outcomeKey('x')).to.equal('outcome:x')
    expect(keys.inspectionKey('x')).to.equal('inspection:x')
    expect(keys.inFlightKey('x')).to.equal('flight:x')
    expect(keys.SEAL_SECRET_KEY).to.equal('secret:seal')
  })

  it('name the board of render processes apart from the keys that former ones wrote', () => {
    expect(keys.RENDER_LOAD_BOARD).to.match(/^render-load:\D/)
  })
})
