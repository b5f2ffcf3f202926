import { expect } from 'chai'
import { urlResolver } from '#stages/extract/urls.ts'

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
  'mailto:a',
  '\n',
  '^',
]

/** Addresses put together at random, the same ones each time. */
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
      const resolve = urlResolver(base)
      for (const written of addresses())
        expect(resolve(written), written).to.equal(URL.parse(written, base)?.href ?? null)
    })
})
