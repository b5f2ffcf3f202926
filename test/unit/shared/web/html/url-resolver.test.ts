import { expect } from 'chai'
import { urlResolver } from '#shared/web/html/url-resolver.ts'

const bases = [
  'https://www.example.com/a/page',
  'http://example.com:8080/a/?b#c',
  'https://user:secret@example.com/',
  'http://[2001:db8::1]/x',
]
const pieces = [
  '/',
  '//',
  '.',
  '..',
  'a',
  'B.html',
  '?',
  '#',
  '%2e',
  '%',
  ' ',
  '"',
  "'",
  '\\',
  ':',
  '@',
  'ü',
  '|',
]
const whole = [
  'https://www.example.com',
  'http://example.com:8080',
  'HTTPS://X.example',
  'https://b.example',
  'https://1.2.0x3',
  'https://xn--a.example',
  'http://a-.b_c.example',
  'mailto:a',
  '\n',
  '^',
]

/** Random URLs, the same at each run. */
function* addresses(): Generator<string> {
  let seed = 7
  const draw = (from: readonly string[]): string => {
    seed = (seed * 48_271) % 2_147_483_647
    return from[seed % from.length] ?? ''
  }
  for (let round = 0; round < 5_000; round++) {
    let written = round % 3 === 0 ? draw(whole) : ''
    for (let count = round % 6; count >= 0; count--) written += draw(pieces)
    yield written
  }
}

describe('addresses', () => {
  for (const base of bases)
    it(`seen from ${base}: as the URL Standard's parser has them`, () => {
      const resolve = urlResolver(base, 'UTF-8')
      for (const written of addresses())
        expect(resolve(written), written).to.equal(URL.parse(written, base)?.href ?? null)
    })

  // Encoding Standard, indexes: ä is E4, 日 and 本 are 93FA and 967B, 467C and 4B5C in JIS, あ 2422; characters
  // outside the encoding are written as `&#26085;`.
  for (const [charset, written, href] of [
    ['windows-1252', '/ä?q=ä#ä', 'http://a.example/%C3%A4?q=%E4#%C3%A4'],
    ['windows-1252', 'http://b.example/?q=ä\n', 'http://b.example/?q=%E4'],
    ['windows-1252', '?q=日', 'http://a.example/dir/page?q=%26%2326085%3B'],
    ['windows-1252', 'mailto:x@a.example?subject=ä', 'mailto:x@a.example?subject=%C3%A4'],
    ['windows-1252', '?q=%C3%A4&r=1 2', 'http://a.example/dir/page?q=%C3%A4&r=1%202'],
    ['Shift_JIS', '?q=日本', 'http://a.example/dir/page?q=%93%FA%96{'],
    ['ISO-2022-JP', '?q=日本 ', 'http://a.example/dir/page?q=%1B$BF|K\\%1B(B'],
    ['ISO-2022-JP', '?q=あ', 'http://a.example/dir/page?q=%1B$B$%22%1B(B'],
    ['UTF-16LE', '?q=ä', 'http://a.example/dir/page?q=%C3%A4'],
    ['UTF-8', '?q=ä', 'http://a.example/dir/page?q=%C3%A4'],
  ] as const) {
    it(`on a page in ${charset}: ${JSON.stringify(written)}`, () => {
      expect(urlResolver('http://a.example/dir/page', charset)(written)).to.equal(href)
    })
  }
})
