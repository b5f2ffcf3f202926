import { expect } from 'chai'
import {
  apiKey,
  choice,
  flag,
  hostNames,
  hostPorts,
  listenAddress,
  onePerCore,
  optional,
  origins,
  share,
  text,
  urlOf,
  wholeNumber,
} from '#shared/config/setting-types.ts'

describe('setting types', () => {
  for (const [name, read, accepted] of [
    ['a whole number, with its bounds', wholeNumber(2, 30), { '2': 2, '30': 30, '007': 7 }],
    ['a share', share, { '0': 0, '0.999999': 0.999999, '.5': 0.5 }],
    ['a flag', flag, { true: true, '1': true, on: true, false: false, '0': false, off: false }],
    ['a choice', choice('a', 'b'), { a: 'a', b: 'b' }],
    ['an optional value', optional(wholeNumber(1, 9)), { '': null, '5': 5 }],
    ['a URL', urlOf('http', 'https'), { 'http://a//': 'http://a', 'https://a/b/': 'https://a/b' }],
    ['an address', listenAddress, { 'a-b.c:65535': { host: 'a-b.c', port: 65_535 } }],
    ['ports of hosts', hostPorts, { 'a:1, b:65535': ['a:1', 'b:65535'] }],
    ['host names', hostNames, { '': [], 'A.example, [0:0::1],127.1': ['a.example', '[::1]', '127.0.0.1'] }],
    ['origins', origins, { '': [], ' http://a:8080 ,': ['http://a:8080'] }],
    ['a text', text, { ' x ': ' x ' }],
  ] as const) {
    it(`read ${name}`, () => {
      for (const [value, expected] of Object.entries(accepted))
        expect(read(value), value).to.deep.equal(expected)
    })
  }

  for (const [name, read, refused] of [
    ['a whole number', wholeNumber(2, 30), ['1', '31', '2.0', '-2', '+2', '', ' 2', '0x2', '1e1']],
    ['a share', share, ['1', '-0', '0,5', '.', '0.1234567', '']],
    ['a flag', flag, ['yes', 'TRUE', '']],
    ['a choice', choice('a', 'b'), ['c', 'A', '']],
    ['an optional value', optional(wholeNumber(1, 9)), ['0']],
    ['a URL', urlOf('http'), ['https://a', 'a', 'http:', '']],
    ['an address', listenAddress, ['a:65536', ':1', 'a', 'http://a:1']],
    ['ports of hosts', hostPorts, ['a:0', 'a:65536', 'a:1,,b:1', '']],
    ['host names', hostNames, ['a:80', '[::1]:80', '::1', 'http://a', 'a/b', 'a@b', 'a b', 'a,b c']],
    ['origins', origins, ['http://a/', 'ws://a', 'a']],
    ['a key', apiKey, [`pp_abcdefgh_${'x'.repeat(31)}`, `pp_abcdefg_${'x'.repeat(32)}`]],
  ] as const) {
    it(`refuse what is not ${name}`, () => {
      for (const value of refused) expect(() => read(value), value).to.throw(/^must /)
    })
  }

  it('document a default by cores in the same way on every machine', () => {
    const threads = { documented: 'cores', meaning: 'threads', reason: 'speed', group: 'size' }
    expect(onePerCore('threads', 'speed')).to.include(threads)
  })
})
