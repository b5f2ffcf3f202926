import { expect } from 'chai'
import { charsetParameter, decodePage } from '#shared/web/html/charset.ts'

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const utf16le = (text: string): Buffer => Buffer.concat([bytes('ff fe'), Buffer.from(text, 'utf16le')])

describe('decodePage and charsetParameter', () => {
  // "Привет" in windows-1251
  const privet = bytes('cf f0 e8 e2 e5 f2')

  const cases: readonly {
    it: string
    body: Buffer
    contentType?: string
    text: string
    charset: string
    source: string
  }[] = [
    {
      it: 'quoted label of the header',
      body: privet,
      contentType: 'text/html; charset="windows-1251"',
      text: 'Привет',
      charset: 'windows-1251',
      source: 'transport',
    },
    {
      it: 'label of the header in upper case, white space around',
      body: privet,
      contentType: 'text/html;CHARSET= CP1251 ',
      text: 'Привет',
      charset: 'windows-1251',
      source: 'transport',
    },
    {
      it: 'EUC-KR with the extension of windows-949',
      body: bytes('8c 63 b9 e6 b0 a2 c7 cf'),
      contentType: 'text/html; charset=euc-kr',
      text: '똠방각하',
      charset: 'EUC-KR',
      source: 'transport',
    },
    {
      it: 'Big5 with the HKSCS extension',
      body: bytes('87 40'),
      contentType: 'text/html; charset=big5',
      text: '\u43f0',
      charset: 'Big5',
      source: 'transport',
    },
    {
      it: 'byte order mark before the header',
      body: utf16le('<title>ä</title>'),
      contentType: 'text/html; charset=utf-8',
      text: '<title>ä</title>',
      charset: 'UTF-16LE',
      source: 'bom',
    },
    {
      it: 'windows-1252 for the label iso-8859-1',
      body: bytes('80 93'),
      contentType: 'text/html; charset=iso-8859-1',
      text: '\u20ac\u201c',
      charset: 'windows-1252',
      source: 'transport',
    },
    {
      it: 'no declaration, valid UTF-8',
      body: Buffer.from('<p>Grüße'),
      text: '<p>Grüße',
      charset: 'UTF-8',
      source: 'utf8',
    },
    {
      it: 'no declaration, no UTF-8',
      body: bytes('80 93'),
      text: '\u20ac\u201c',
      charset: 'windows-1252',
      source: 'default',
    },
    {
      it: 'ISO-2022-JP',
      body: bytes('1b 24 42 46 7c 4b 5c 1b 28 42'),
      contentType: 'text/html; charset=iso-2022-jp',
      text: '日本',
      charset: 'ISO-2022-JP',
      source: 'transport',
    },
    {
      it: 'a label that does not exist gives way to the meta',
      body: Buffer.from('<meta charset=utf-8>é'),
      contentType: 'text/html; charset=foo',
      text: '<meta charset=utf-8>é',
      charset: 'UTF-8',
      source: 'meta',
    },
    {
      it: 'Shift_JIS by http-equiv',
      body: Buffer.concat([
        Buffer.from('<meta http-equiv=Content-Type content="text/html; charset=x-sjis">'),
        bytes('93 fa'),
      ]),
      text: '<meta http-equiv=Content-Type content="text/html; charset=x-sjis">日',
      charset: 'Shift_JIS',
      source: 'meta',
    },
  ]
  for (const { it: title, body, contentType = null, ...expected } of cases)
    it(title, () => expect(decodePage(body, contentType)).to.deep.equal(expected))

  it('reads a meta element after 5,000 bytes of comment', () => {
    const head = Buffer.from(
      `<!--${'x'.repeat(5_000)}--><meta name=a content=b><meta charset="windows-1251">`,
    )
    const decoded = decodePage(Buffer.concat([head, privet]), null)
    expect(decoded.charset).to.equal('windows-1251')
    expect(decoded.text.endsWith('Привет')).to.equal(true)
  })

  it('decodes bytes 0x80 to 0x9f of windows-1252 as the Encoding Standard requires', () => {
    const { text } = decodePage(bytes('85 8a 8e 99 9f'), 'text/html; charset=latin1')
    expect(text).to.equal('…ŠŽ™Ÿ')
  })

  it('decodes invalid bytes to U+FFFD, never to an error', () => {
    expect(decodePage(bytes('61 ff 62'), 'text/html; charset=utf-8').text).to.equal('a\ufffdb')
    expect(decodePage(Buffer.alloc(0), null).text).to.equal('')
  })

  const parameters: readonly (readonly [string, string | null])[] = [
    ['text/html', null],
    ['text/html;charset=utf-8', 'utf-8'],
    ['text/html; foo=bar; charset=utf-8; charset=latin1', 'utf-8'],
    ['text/html; charset="a\\"b"', 'a"b'],
    ['text/html; charset=', ''],
  ]
  for (const [contentType, expected] of parameters)
    it(`reads the charset parameter of ${contentType}`, () =>
      expect(charsetParameter(contentType)).to.equal(expected))
})
