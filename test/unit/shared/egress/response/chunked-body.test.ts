import { expect } from 'chai'
import { ChunkedBody } from '#shared/egress/response/chunked-body.ts'

/** What the parser reads of a body that arrives in these parts, and whether the connection is of no use after it. */
function through(...parts: string[]): { readonly written: string; readonly isLast: boolean } {
  const body = new ChunkedBody()
  const written = parts.map((part) => body.write(Buffer.from(part, 'latin1')).toString('latin1'))
  return { written: written.join('') + body.flush().toString('latin1'), isLast: body.isLast }
}

describe('ChunkedBody', () => {
  for (const [what, body] of [
    ['chunks of several sizes', '5\r\nhello\r\n00A\r\n0123456789\r\n0\r\n\r\n'],
    ['data that looks like lines', '7\r\n\r\n0\r\n\r\n\r\n0\r\n\r\n'],
    ['a body that is cut', '5\r\nhel'],
    ['a body that is cut in a line', '5\r\nhello\r\n1'],
  ] as const) {
    it(`passes on ${what}`, () => {
      const parts = [...body]
      expect(through(body)).to.deep.equal({ written: body, isLast: false })
      expect(through(...parts)).to.deep.equal({ written: body, isLast: false })
    })
  }

  for (const [what, body, written] of [
    ['a size with spaces', '5  \r\nhello\r\n0\r\n\r\n', '5\r\nhello\r\n0\r\n\r\n'],
    ['LF alone', '5\nhello\n0\n\n', '5\r\nhello\r\n0\r\n\r\n'],
    ['an extension after spaces', '5  ;a\r\nhello\r\n0\r\n\r\n', '5\r\nhello\r\n0\r\n\r\n'],
  ] as const) {
    it(`writes ${what} anew, and is the last body of its connection`, () => {
      expect(through(body)).to.deep.equal({ written, isLast: true })
      expect(through(...body)).to.deep.equal({ written, isLast: true })
    })
  }

  for (const [what, body] of [
    ['extensions', '5;a="b;c";d\r\nhello\r\n0;e\r\n\r\n'],
    ['trailers', '5\r\nhello\r\n0\r\nX-A: b\r\nX-B: c\r\n\r\n'],
  ] as const) {
    it(`leaves out ${what}`, () => {
      expect(through(body)).to.deep.equal({ written: '5\r\nhello\r\n0\r\n\r\n', isLast: false })
    })
  }

  for (const [what, body] of [
    ['a size with 0x', '0x5\r\nhello\r\n0\r\n\r\n'],
    ['a sign', '+5\r\nhello\r\n0\r\n\r\n'],
    ['a blank before the size', ' 5\r\nhello\r\n'],
    ['a tab after the size', '5\t\r\nhello\r\n'],
    ['two CRs', '5\r\r\nhello\r\n'],
    ['no size', '\r\n5\r\nhello\r\n'],
    ['a size of more than 12 digits', 'fffffffffffff\r\nhello\r\n'],
    ['data beyond its size', '4\r\nhello \n0\n\n'],
  ] as const) {
    it(`passes on all bytes of what nobody reads: ${what}`, () => {
      expect(through(body)).to.deep.equal({ written: body, isLast: false })
      expect(through(...body)).to.deep.equal({ written: body, isLast: false })
    })
  }

  it('holds no line over 16 KiB', () => {
    const line = `5;${'a'.repeat(16_382)}`
    const body = new ChunkedBody()
    expect(body.write(Buffer.from(line))).to.have.length(0)
    expect(body.write(Buffer.from('b \n')).toString()).to.equal('5\r\n')
    const long = new ChunkedBody()
    expect(long.write(Buffer.from(`${line}a`)).toString()).to.equal(`${line}a`)
    expect(long.write(Buffer.from(' \n5 \n')).toString()).to.equal(' \n5 \n')
  })

  it('leaves out 64 KiB of trailers, and no more', () => {
    const trailer = `X: ${'x'.repeat(996)}\n`
    expect(through(`0\n${trailer.repeat(65)}\n`)).to.deep.equal({ written: '0\r\n\r\n', isLast: true })
    expect(through(`0\r\n${trailer.repeat(66)}`).written).to.equal(`0\r\n${trailer}`)
  })
})
