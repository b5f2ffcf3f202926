import { expect } from 'chai'
import { jsonFaultIn } from '#stages/extract/structured-data/json-ld/json-fault.ts'

// RFC 8259: each with the index of the first character that cannot stand there.
const faults: readonly (readonly [text: string, index: number])[] = [
  ['', 0],
  ['{', 1],
  ['[1,]', 3],
  ['{"a":1,}', 7],
  ['{a:1}', 1],
  ['{"a" 1}', 5],
  ['{"a":1 "b":2}', 7],
  ['[1 2]', 3],
  ['{"a":01}', 5],
  ['{"a":+1}', 5],
  ['{"a":NaN}', 5],
  ['"a\tb"', 2],
  ['"a\\qb"', 2],
  ['"a', 0],
  ['[1]]', 3],
  ["{'a':1}", 1],
]

describe('structured data: faults of JSON', () => {
  for (const [text, index] of faults)
    it(`are found in ${JSON.stringify(text)}`, () => {
      expect(jsonFaultIn(text)?.index).to.equal(index)
      expect(() => JSON.parse(text)).to.throw(SyntaxError)
    })

  for (const text of [
    '{}',
    '[]',
    ' [1, -0.5e+3, true, false, null, "\\u00e9\\n"] ',
    '{"a":{"b":[{}]}}',
    '"x"',
    '0',
  ])
    it(`are not found in ${JSON.stringify(text)}`, () => {
      expect(jsonFaultIn(text)).to.equal(null)
      expect(() => JSON.parse(text)).not.to.throw()
    })
})
