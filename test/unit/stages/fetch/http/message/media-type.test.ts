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
    ['text/plain; a="\\",", text/html', 'text/html'],
    ['text/html; a="b\\', 'text/html'],
    ['text/plain; a="\\\\", text/html; b="c,d', 'text/html'],
    [',, ,text/html,,', 'text/html'],
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

  it('reads a quoted string of any length that does not end', () => {
    for (const unit of ['\\"', '"', '",', '"\\']) {
      expect(mediaType(`text/html;a="${unit.repeat(30_000)}`)).to.equal('text/html')
    }
  })
})

describe('contentType', () => {
  it('returns the header as sent, and null when it is missing', () => {
    expect(contentType({ 'content-type': ['text/html', 'text/plain'] })).to.equal('text/html, text/plain')
    expect(contentType({ 'content-type': [' '] })).to.equal(null)
    expect(contentType({})).to.equal(null)
  })
})
