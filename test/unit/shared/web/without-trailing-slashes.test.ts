import { expect } from 'chai'
import { withoutTrailingSlashes } from '#shared/web/without-trailing-slashes.ts'

describe('a text without the slashes at its end', () => {
  for (const [text, expected] of [
    ['https://example.com/a/', 'https://example.com/a'],
    ['/a//b///', '/a//b'],
    ['/a', '/a'],
    ['///', ''],
    ['', ''],
  ] as const) {
    it(`of "${text}" is "${expected}"`, () => expect(withoutTrailingSlashes(text)).to.equal(expected))
  }
})
