import { expect } from 'chai'
import { parseJson } from '#shared/messages/json.ts'

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

describe('json', () => {
  for (const [json, value] of [
    ['{"a":[1,null,"x"]}', { a: [1, null, 'x'] }],
    ['null', null],
    [' 5 ', 5],
  ]) {
    it(`reads ${json}`, () => expect(parseJson(String(json))).to.deep.equal(value))
  }

  for (const text of ['', '{', 'undefined', '\ufeff{}', "{'a':1}"]) {
    it(`is undefined for ${JSON.stringify(text)}`, () => expect(parseJson(text)).to.equal(undefined))
  }

  it('reads 100 levels, not more', () => {
    expect(JSON.stringify(parseJson(nested(100)))).to.equal(nested(100))
    expect(parseJson(nested(102))).to.equal(undefined)
    expect(parseJson(nested(200_000))).to.equal(undefined)
    expect(parseJson(`{"a":${'{"a":'.repeat(200)}1${'}'.repeat(200)}}`)).to.equal(undefined)
  })

  it('reads wide values', () => {
    expect(parseJson(`[${Array.from({ length: 50_000 }, () => '{}').join()}]`)).to.have.length(50_000)
  })
})
