import { expect } from 'chai'
import { StrictResponse } from '#shared/egress/response/strict-response.ts'
import { oddPage, oddResponses, unreadableResponses } from '#test/support/sites/odd-responses.ts'
import { strictRead } from './strict-read.ts'

const options = { maxHeadBytes: 65_536, isOfHead: false }
const bytesOf = (text: string) => Buffer.from(text, 'latin1')

/** What the parser reads of a response that arrives in parts of so many bytes. */
function through(bytes: Buffer, partBytes = bytes.length, own = options): Buffer {
  const response = new StrictResponse(own)
  const written: Buffer[] = []
  for (let at = 0; at < bytes.length && !response.isLast; at += partBytes)
    written.push(response.write(bytes.subarray(at, at + partBytes)))
  return Buffer.concat([...written, response.end()])
}

describe('StrictResponse', () => {
  for (const [name, { bytes, fields }] of Object.entries(oddResponses)) {
    it(`makes a strict parser read ${name}`, async () => {
      const { status, headers, body } = await strictRead(through(bytesOf(bytes)))
      expect([status, body]).to.deep.equal([200, oddPage])
      for (const [field, value] of Object.entries(fields))
        expect(headers[field] ?? null, field).to.equal(value)
    })

    it(`reads ${name} the same in parts of any size`, () => {
      const whole = through(bytesOf(bytes)).toString('latin1')
      for (const partBytes of [1, 2, 3, 7, 50])
        expect(through(bytesOf(bytes), partBytes).toString('latin1'), `${partBytes}`).to.equal(whole)
    })
  }

  for (const [name, bytes] of Object.entries(unreadableResponses)) {
    it(`leaves it to the parser to refuse ${name}`, async () => {
      for (const partBytes of [1, bytes.length]) {
        const failure = await strictRead(through(bytesOf(bytes), partBytes)).catch((error: Error) => error)
        expect(failure).to.be.an('error').with.property('code').that.matches(/^HPE_/)
      }
    })
  }

  it('passes on a valid response as the same bytes', () => {
    const head = 'HTTP/1.1 200 OK\r\nServer: x\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-Empty:\r\n'
    for (const rest of [
      'Content-Length: 5\r\n\r\nhello',
      'Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n5\r\nagain\r\n0\r\n\r\n',
      'Connection: close\r\n\r\nhello',
    ]) {
      const bytes = bytesOf(head + rest)
      expect(new StrictResponse(options).write(bytes)).to.equal(bytes)
      expect(through(bytes, 1).equals(bytes), rest).to.equal(true)
    }
  })

  it('closes the connection after a head that it has written anew', async () => {
    const odd = bytesOf(
      'HTTP/1.1 200 OK\r\nConnection: keep-alive, X-Hop\r\nX-A : 1\r\nContent-Length: 0\r\n\r\n',
    )
    const { headers } = await strictRead(through(odd))
    expect(headers.connection).to.equal('close, X-Hop')
  })

  it('drops what comes after a response, and is the last one of its connection', () => {
    const heads = ['Content-Length: 2\r\n\r\nhi', 'Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n']
    for (const rest of heads) {
      const bytes = bytesOf(`HTTP/1.1 200 OK\r\n${rest}`)
      const response = new StrictResponse(options)
      expect(response.write(bytes)).to.equal(bytes)
      expect(response.isLast).to.equal(false)
      expect(response.write(bytesOf('HTTP/1.1 200 OK\r\n\r\nsplit'))).to.have.length(0)
      expect(response.isLast).to.equal(true)
    }
  })

  it('is the last one after chunks with lines outside the grammar', () => {
    const response = new StrictResponse(options)
    response.write(bytesOf('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2 \r\nhi\r\n0\r\n'))
    expect(response.isLast).to.equal(false)
    response.write(bytesOf('\r\n'))
    expect(response.isLast).to.equal(true)
  })

  it('knows responses without a body: of HEAD, and with status 204 and 304', () => {
    for (const [status, isOfHead] of [
      [200, true],
      [204, false],
      [304, false],
    ] as const) {
      for (const framing of ['Content-Length: 5', 'Transfer-Encoding: chunked']) {
        const bytes = bytesOf(`HTTP/1.1 ${status} X\r\n${framing}\r\n\r\n`)
        expect(
          through(Buffer.concat([bytes, bytesOf('hello')]), 1, { ...options, isOfHead }).equals(bytes),
        ).to.equal(true)
      }
    }
  })

  it('gives the bytes of another protocol as they are', () => {
    const bytes = bytesOf('HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n\n\nA B\n\n')
    expect(through(bytes, 1).equals(bytes)).to.equal(true)
  })

  it('holds no head over the limit', () => {
    const response = new StrictResponse({ ...options, maxHeadBytes: 100 })
    const bytes = bytesOf(`HTTP/1.1 200 OK\nX: ${'x'.repeat(80)}`)
    expect(response.write(bytes)).to.have.length(0)
    expect(response.write(bytesOf('yz')).toString()).to.equal(`${bytes}yz`)
    expect(response.write(bytesOf('\n\n')).toString()).to.equal('\n\n')
    const whole = bytesOf(`${bytes}yz\n\nbody`)
    expect(new StrictResponse({ ...options, maxHeadBytes: 100 }).write(whole)).to.equal(whole)
  })

  it('makes no field and no response of a value', async () => {
    const value = 'a\r\rHTTP/1.1 200 OK\rSet-Cookie: stolen=1\r\r<script>'
    const { headers, body } = await strictRead(
      through(bytesOf(`HTTP/1.1 200 OK\r\nX-A: ${value}\r\n\r\n${oddPage}`)),
    )
    expect(headers).to.deep.equal({
      'x-a': 'a  HTTP/1.1 200 OK Set-Cookie: stolen=1  <script>',
      connection: 'close',
    })
    expect(body).to.equal(oddPage)
  })
})
