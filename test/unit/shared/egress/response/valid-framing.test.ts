import { expect } from 'chai'
import { validFraming } from '#shared/egress/response/valid-framing.ts'

const START = 'HTTP/1.1 200 OK\r\n'
const framing = (fields: string) => validFraming(Buffer.from(START + fields, 'latin1'), START.length)

describe('validFraming', () => {
  it('reads where the body ends', () => {
    expect(framing('\r\n')).to.equal('close')
    expect(framing('A: b\r\nContent-Length: 7\r\nC:\r\n\r\n')).to.equal(7)
    expect(framing('transfer-encoding:chunked\r\n\r\n')).to.equal('chunked')
    expect(framing('X-A: caf\u00e9\t"x"\r\n\r\n')).to.equal('close')
  })

  for (const fields of [
    'Content-Length: 7\r\nContent-Length: 7\r\n\r\n',
    'Content-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n',
    'Content-Length: 7, 7\r\n\r\n',
    'Content-Length: 7\u00a0\r\n\r\n',
    'Content-Length: 1234567890123456789\r\n\r\n',
    'Transfer-Encoding: gzip, chunked\r\n\r\n',
    'A: b\n\r\n',
    'A: b\r\n\n',
    'A: b\r\n c\r\n\r\n',
    'A : b\r\n\r\n',
    'A B: c\r\n\r\n',
    ': c\r\n\r\n',
    'no colon\r\n\r\n',
    'A: b\x7f\r\n\r\n',
    'A: b\rc\r\n\r\n',
    'A: b\r\n\r\nC: d\r\n\r\n',
    '\r',
    'A: b',
    '',
  ]) {
    it(`leaves ${JSON.stringify(fields)} to slower readers`, () => {
      expect(framing(fields)).to.equal(null)
    })
  }
})
