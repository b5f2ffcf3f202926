import { expect } from 'chai'
import { HeadBuffer } from '#shared/egress/response/head-buffer.ts'

/** The head that is found in a text, in parts of so many bytes, and what stands behind it. */
function found(text: string, partBytes = text.length): [head: string, rest: string] | null {
  const buffer = new HeadBuffer()
  const bytes = Buffer.from(text, 'latin1')
  for (let at = 0; at < bytes.length; at += partBytes) {
    buffer.add(bytes.subarray(at, at + partBytes))
    const place = buffer.find()
    const end = at + partBytes
    if (place) {
      const all = buffer.take().toString('latin1') + text.slice(end)
      return [all.slice(place.start, place.end), all.slice(place.end)]
    }
  }
  return null
}

describe('HeadBuffer', () => {
  for (const [what, text, head, rest] of [
    ['CR LF', 'A\r\nB: c\r\n\r\nbody\r\n\r\n', 'A\r\nB: c\r\n\r\n', 'body\r\n\r\n'],
    ['LF', 'A\nB: c\n\nbody', 'A\nB: c\n\n', 'body'],
    ['LF, then CR LF', 'A\nB: c\n\r\nbody', 'A\nB: c\n\r\n', 'body'],
    ['CR LF, then LF', 'A\r\nB: c\r\n\nbody', 'A\r\nB: c\r\n\n', 'body'],
    ['empty lines before it', '\r\n\n\r\nA\r\n\r\n\r\n', 'A\r\n\r\n', '\r\n'],
    ['a line of CRs', 'A\n\r\r\nB: c\n\n', 'A\n\r\r\nB: c\n\n', ''],
    ['bare CRs', 'A\r\rB\r\r\n\n', 'A\r\rB\r\r\n\n', ''],
    ['a line of blanks', 'A\n \nB: c\n\n', 'A\n \nB: c\n\n', ''],
  ] as const) {
    it(`finds the end of a head with ${what}`, () => {
      for (const partBytes of [text.length, 1, 2, 3])
        expect(found(text, partBytes)).to.deep.equal([head, rest])
    })
  }

  it('finds nothing in a head without its end', () => {
    for (const text of ['', '\r\n\r\n', 'A\r\nB: c\r\n', 'A\r\nB: c\r\n\r', 'A\n\r'])
      expect(found(text, 1)).to.equal(null)
  })

  it('holds all bytes in their order, and none after they are taken', () => {
    const buffer = new HeadBuffer()
    const text = Array.from({ length: 5000 }, (_, line) => `X-${line}: y\n`).join('')
    for (const part of text.match(/.{1,17}/gs) ?? []) {
      buffer.add(Buffer.from(part))
      expect(buffer.find()).to.equal(null)
    }
    expect(buffer.length).to.equal(text.length)
    expect(buffer.take().toString()).to.equal(text)
    expect(buffer.length).to.equal(0)
    buffer.add(Buffer.from('A\n\n'))
    expect(buffer.find()).to.deep.equal({ start: 0, end: 3 })
  })
})
