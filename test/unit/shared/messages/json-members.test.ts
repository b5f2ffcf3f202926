import { expect } from 'chai'
import { readMembers, replaceMembers } from '#shared/messages/json-members.ts'

/** Texts that a search for quotes, commas or brackets would misread. */
const tricky: Record<string, unknown> = {
  text: 'a "url": "no", {"url":1}',
  'ends with a backslash': 'C:\\',
  'ends with two backslashes and a quote': '\\\\"',
  brackets: '[{',
  nested: { url: 'inner', list: [{ url: ']' }, '}', []], empty: {} },
  numbers: [-1.5e-7, 0, 12],
  words: [true, false, null],
  empty: '',
  unicode: 'grüße 😀 \u2028',
  url: 'https://example.com/',
  after: { url: 'later' },
}

describe('JSON members', () => {
  for (const indent of [0, 2]) {
    const json = JSON.stringify(tricky, null, indent)

    it(`are read by name, indented by ${indent}`, () => {
      for (const name of Object.keys(tricky))
        expect(readMembers(json, [name])).to.deep.equal({ [name]: tricky[name] })
      expect(readMembers(json, ['url', 'missing', 'empty'])).to.deep.equal({ url: tricky.url, empty: '' })
    })

    it(`are replaced where they stand, indented by ${indent}`, () => {
      for (const name of Object.keys(tricky)) {
        const changed = { ...tricky, [name]: 'new' }
        expect(replaceMembers(json, { [name]: 'new' })).to.equal(JSON.stringify(changed, null, indent))
      }
    })
  }

  it('are replaced together, whatever their order', () => {
    const json = '{"a":1,"b":{"a":2},"c":[3]}'
    expect(replaceMembers(json, { c: null, a: { b: '"' } })).to.equal(
      '{"a":{"b":"\\""},"b":{"a":2},"c":null}',
    )
    expect(replaceMembers(json, { d: 4 })).to.equal(json)
    expect(replaceMembers('{}', { d: 4 })).to.equal('{}')
    expect(replaceMembers(' { } ', {})).to.equal(' { } ')
  })

  it('are found without a look at what follows', () => {
    expect(replaceMembers('{"url":"a","rest":{', { url: 'b' })).to.equal('{"url":"b","rest":{')
  })

  for (const broken of [
    '',
    'x',
    '[1]',
    '{',
    '{"a"',
    '{"a":1',
    '{"a":"b',
    '{"a":"b\\"',
    '{"a":[1}',
    '{"a":1 "b":2}',
    '{a:1}',
  ])
    it(`are refused in ${JSON.stringify(broken)}`, () => {
      expect(() => readMembers(broken, ['z'])).to.throw(SyntaxError)
    })
})
