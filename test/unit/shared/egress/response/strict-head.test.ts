import { expect } from 'chai'
import { strictHead } from '#shared/egress/response/strict-head.ts'

const read = (text: string) => strictHead(Buffer.from(text, 'latin1'))
const rewritten = (text: string) => read(text)?.rewritten?.toString('latin1')

describe('strictHead', () => {
  for (const [fields, framing] of [
    ['', 'close'],
    ['Content-Length: 0\r\n', 0],
    ['content-length:\t12 \r\n', 12],
    ['Transfer-Encoding: Chunked\r\n', 'chunked'],
    ['X-Content-Length: 12\r\nContentXLength: 12\r\n', 'close'],
  ] as const) {
    it(`leaves a valid head as it is: ${JSON.stringify(fields)}`, () => {
      const expected = { status: 404, framing, rewritten: null }
      expect(read(`HTTP/1.1 404 Not Found\r\nServer: x\r\n${fields}\r\n`)).to.deep.equal(expected)
    })
  }

  it('writes an odd head anew, with one framing field, and closes the connection', () => {
    expect(rewritten('http/1.0  200  OK\nX-A : b\nContent-Length: 3\nContent-Length: 3\n\n')).to.equal(
      'HTTP/1.1 200 OK\r\nX-A: b\r\nContent-Length: 3\r\nConnection: close\r\n\r\n',
    )
    expect(
      rewritten('HTTP/1.1 200\r\nContent-Length: 3\r\nTransfer-Encoding: gzip, chunked\r\n\r\n'),
    ).to.equal('HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n')
    expect(rewritten('HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: x\r\n\r\n')).to.equal(
      'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n',
    )
  })

  it('lets a length count beside chunks before HTTP/1.1, which has none (RFC 9112, section 6.1)', () => {
    const head = 'HTTP/1.0 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n'
    expect(read(head)?.framing).to.equal(3)
  })

  it('closes nothing after an interim response', () => {
    expect(rewritten('HTTP/1.1 103 Early Hints\nX-A : b\n\n')).to.equal(
      'HTTP/1.1 103 Early Hints\r\nX-A: b\r\n\r\n',
    )
  })

  for (const head of [
    'HTTP/1.1 099 Low\r\n\r\n',
    'HTTP/1.1 20 Short\r\n\r\n',
    'HTTP/1.1 2000 Long\r\n\r\n',
    'HTTPS is a word\r\n\r\n',
    'SSH-2.0-OpenSSH_9.6\r\n\r\n',
    'HTTP/1.1 200 OK\r\nX: \0\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 01\r\n\r\n',
  ]) {
    it(`does not read ${JSON.stringify(head)}`, () => {
      expect(read(head)).to.equal(null)
    })
  }
})
