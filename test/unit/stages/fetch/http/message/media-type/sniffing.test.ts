import { expect } from 'chai'
import { isHtml, sniffMediaType } from '#stages/fetch/http/message/media-type.ts'

const sniff = (text: string) => sniffMediaType(Buffer.from(text, 'latin1'))

describe('sniffMediaType (MIME Sniffing Standard, section 7.1)', () => {
  for (const text of [
    '<!DOCTYPE html>',
    '<!doctype HTML PUBLIC',
    '\r\n\t\f <html lang=en>',
    '<HEAD>',
    '<script src',
    '<iframe>',
    '<h1>',
    '<DIV class',
    '<font >',
    '<table>',
    '<a href',
    '<style>',
    '<title>x',
    '<b>',
    '<body>',
    '<br>',
    '<p>',
    '<!-- x',
  ]) {
    it(`reads ${JSON.stringify(text)} as HTML`, () => {
      expect(sniff(text)).to.equal('text/html')
    })
  }

  for (const [text, type] of [
    ['<address>', 'text/plain'],
    ['<!-->', 'text/html'],
    ['<!--x', 'text/plain'],
    ['<br', 'text/plain'],
    ['<html\n>', 'text/plain'],
    ['x<html>', 'text/plain'],
    ['\xef\xbb\xbf<html>', 'text/plain'],
    [' <?xml version', 'text/xml'],
    ['%PDF-1.7', 'application/pdf'],
    [' %PDF-1.7', 'text/plain'],
    ['%!PS-Adobe-3', 'application/postscript'],
    ['\xff\xfea\0', 'text/plain'],
    ['\0\0\x01\0', 'image/x-icon'],
    ['GIF89a', 'image/gif'],
    ['RIFF\x01\x02\x03\x04WEBPVP8 ', 'image/webp'],
    ['\x89PNG\r\n\x1a\n', 'image/png'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'video/mp4'],
    ['\0\0\0\x18ftypisom\0\0\0\0iso2mp41', 'video/mp4'],
    ['\x1a\x45\xdf\xa3\x93\x42\x82\x84webm', 'video/webm'],
    ['ID3\x03', 'audio/mpeg'],
    ['\x1f\x8b\x08\0', 'application/x-gzip'],
    ['PK\x03\x04', 'application/zip'],
    ['plain text', 'text/plain'],
    ['', 'text/plain'],
    ['a\0b', 'application/octet-stream'],
    ['escape \x1b[0m is text', 'text/plain'],
  ] as const) {
    it(`reads ${JSON.stringify(text)} as ${type}`, () => {
      expect(sniff(text)).to.equal(type)
    })
  }

  it('looks at 1,445 bytes only', () => {
    expect(sniff(`${'x'.repeat(1445)}\0`)).to.equal('text/plain')
    expect(sniff(`${'x'.repeat(1444)}\0`)).to.equal('application/octet-stream')
  })
})

describe('isHtml', () => {
  const html = Buffer.from('<!doctype html>')
  it('trusts a usable Content-Type, and sniffs only without one', () => {
    expect(isHtml('text/html; charset=utf-8', Buffer.from('%PDF-1.7'))).to.equal(true)
    expect(isHtml('text/plain', html)).to.equal(false)
    expect(isHtml('application/xhtml+xml', html)).to.equal(false)
    expect(isHtml(null, html)).to.equal(true)
    expect(isHtml('html', html)).to.equal(true)
    expect(isHtml(null, Buffer.from('%PDF-1.7'))).to.equal(false)
  })
})
