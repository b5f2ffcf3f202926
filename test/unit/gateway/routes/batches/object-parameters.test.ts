import { expect } from 'chai'
import { parseObjectParameters } from '#gateway/routes/batches/object-parameters.ts'

describe('parseObjectParameters', () => {
  it('parses object parameters of the operation and keeps the others as text', () => {
    const raw = { viewport: ' {"width": 800} ', selector: '{"a":1}', timeout: '5000', other: '{}' }
    expect(parseObjectParameters('snapshot', raw)).to.deep.equal({
      query: { ...raw, viewport: { width: 800 } },
      errors: [],
    })
  })

  for (const viewport of ['', '800x600', '{', '[1]', 'null', '5', '"{}"', '{"width":800}}']) {
    it(`rejects ${viewport === '' ? 'an empty value' : viewport}`, () => {
      expect(parseObjectParameters('snapshot', { viewport, timeout: '1' })).to.deep.equal({
        query: { timeout: '1' },
        errors: [{ parameter: 'viewport', reason: 'must be an object as JSON text' }],
      })
    })
  }

  it('ignores names that every object inherits', () => {
    const raw = JSON.parse('{"constructor":"{}","__proto__":"{}","toString":"{}"}')
    expect(parseObjectParameters('snapshot', raw).errors).to.deep.equal([])
  })
})
