import { expect } from 'chai'
import { parseObjectParameters } from '#gateway/routes/batches/object-parameters.ts'

describe('objects of a query', () => {
  it('are read where the operation has an object, and the rest stays text', () => {
    const raw = { viewport: ' {"width": 800} ', selector: '{"a":1}', timeout: '5000', other: '{}' }
    expect(parseObjectParameters('snapshot', raw)).to.deep.equal({
      query: { ...raw, viewport: { width: 800 } },
      errors: [],
    })
  })

  for (const viewport of ['', '800x600', '{', '[1]', 'null', '5', '"{}"', '{"width":800}}']) {
    it(`are not ${viewport === '' ? 'nothing' : viewport}`, () => {
      expect(parseObjectParameters('snapshot', { viewport, timeout: '1' })).to.deep.equal({
        query: { timeout: '1' },
        errors: [{ parameter: 'viewport', reason: 'must be an object as JSON text' }],
      })
    })
  }

  it('are nothing that every object has', () => {
    const raw = JSON.parse('{"constructor":"{}","__proto__":"{}","toString":"{}"}')
    expect(parseObjectParameters('snapshot', raw).errors).to.deep.equal([])
  })
})
