import { expect } from 'chai'
import * as keys from '#shared/store/keys.ts'

describe('keys of the store', () => {
  it('are those that earlier versions wrote: a running installation finds its entries again', () => {
    expect(keys.outcomeKey('x')).to.equal('outcome:x')
    expect(keys.inspectionKey('x')).to.equal('inspection:x')
    expect(keys.inFlightKey('x')).to.equal('flight:x')
    expect(keys.SEAL_SECRET_KEY).to.equal('secret:seal')
    expect(keys.RENDER_LOAD_KEYS.slice(0, 2)).to.deep.equal(['render-load:0', 'render-load:1'])
  })

  it('leave room for 64 render processes', () => {
    expect(new Set(keys.RENDER_LOAD_KEYS).size).to.equal(64)
  })
})
