import { expect } from 'chai'
import { readObjects } from '#gateway/batches/query-objects.ts'

describe('objects of a query', () => {
  it('are read where the operation has an object, and the rest stays text', () => {
    const raw = { viewport: ' {"width": 800} ', selector: '{"a":1}', timeout: '5000', other: '{}' }
    expect(readObjects('snapshot', raw)).to.deep.equal({
      query: { ...raw, viewport: { width: 800 } },
      problems: [],
    })
  })

  for (const viewport of ['', '800x600', '{', '[1]', 'null', '5', '"{}"', '{"width":800}}']) {
    it(`are not ${viewport === '' ? 'nothing' : viewport}`, () => {
      expect(readObjects('snapshot', { viewport, timeout: '1' })).to.deep.equal({
        query: { timeout: '1' },
        problems: [{ parameter: 'viewport', reason: 'must be an object as JSON text' }],
      })
    })
  }

  it('are nothing that every object has', () => {
    const raw = JSON.parse('{"constructor":"{}","__proto__":"{}","toString":"{}"}')
    expect(readObjects('snapshot', raw).problems).to.deep.equal([])
  })
})
