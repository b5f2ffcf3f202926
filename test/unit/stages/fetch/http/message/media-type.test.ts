import { expect } from 'chai'
import { contentType, mediaType } from '#stages/fetch/http/message/media-type.ts'

describe('mediaType', () => {
  for (const [text, expected] of [
    ['text/html', 'text/html'],
    [' Text/HTML ; charset="utf-8, utf-8"', 'text/html'],
    ['text/html;charset=utf-8', 'text/html'],
    ['text/plain, text/html', 'text/html'],
    ['text/html, nonsense', 'text/html'],
    ['text/html; a="b,c/d"', 'text/html'],
    ['text/html, */*', 'text/html'],
    ['application/xhtml+xml', 'application/xhtml+xml'],
    ['text/html charset=utf-8', null],
    ['html', null],
    ['text/', null],
    ['*/*', null],
    ['unknown/unknown', null],
    ['', null],
    [null, null],
  ] as const) {
    it(`reads ${JSON.stringify(text)} as ${expected}`, () => {
      expect(mediaType(text)).to.equal(expected)
    })
  }
})

describe('contentType', () => {
  it('returns the header as sent, and null when it is missing', () => {
    expect(contentType({ 'content-type': ['text/html', 'text/plain'] })).to.equal('text/html, text/plain')
    expect(contentType({ 'content-type': [' '] })).to.equal(null)
    expect(contentType({})).to.equal(null)
  })
})
