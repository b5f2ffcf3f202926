import { expect } from 'chai'
import { isObject } from '#shared/is-object.ts'

/** RFC 8259, section 3: a value is an object, array, number, string, true, false or null. */
describe('JSON object', () => {
  for (const text of ['{}', '{"a":1}']) it(text, () => expect(isObject(JSON.parse(text))).to.equal(true))
  for (const text of ['[]', '[{}]', '1', '"{}"', 'true', 'false', 'null'])
    it(`is not ${text}`, () => expect(isObject(JSON.parse(text))).to.equal(false))
  it('is not undefined', () => expect(isObject(undefined)).to.equal(false))
})
