import { randomBytes } from 'node:crypto'
import { deflateRawSync, zstdCompressSync } from 'node:zlib'
import { expect } from 'chai'
import {
  fromStored,
  fromStoredOrNull,
  toStored,
  toStoredFor,
} from '#shared/adapters/redis/compressed-values.ts'

describe('values of Redis', () => {
  const read = (text: string) => fromStored(Buffer.from(toStored(text)))

  it('are texts up to 1,024 bytes, and compressed above', () => {
    expect(toStored('x'.repeat(1024))).to.equal('x'.repeat(1024))
    expect(toStored('ü'.repeat(512))).to.equal('ü'.repeat(512))
    for (const long of ['x'.repeat(1025), 'ü'.repeat(513)]) {
      expect(toStored(long).length).to.be.below(100)
      expect(read(long)).to.equal(long)
    }
  })

  it('are texts where they live for more than a day: the version before reads them', () => {
    const long = 'x'.repeat(5000)
    expect(toStoredFor(long, null)).to.equal(long)
    expect(toStoredFor(long, 86_401)).to.equal(long)
    expect(toStoredFor(long, 86_400).length).to.be.below(100)
  })

  it('are no longer than their text', () => {
    const text = randomBytes(1000).toString('latin1')
    expect(Buffer.from(toStored(text)).length).to.be.at.most(Buffer.byteLength(text))
    expect(read(text)).to.equal(text)
  })

  it('are read whatever a text begins with', () => {
    for (const start of ['', '{', '\u00ff', '\ufeff', '\0', '(\u00b5/\u00fd'])
      expect(read(start + 'a'.repeat(2000))).to.equal(start + 'a'.repeat(2000))
    expect(fromStoredOrNull(Buffer.from('\u00ff{"a":1}'))).to.equal('\u00ff{"a":1}')
    expect(fromStoredOrNull(null)).to.equal(null)
  })

  it('have no other compression, and no text without end', () => {
    const marked = (bytes: Buffer) => Buffer.concat([Buffer.of(0xff), bytes])
    expect(fromStored(marked(zstdCompressSync(Buffer.from('text'))))).to.equal('text')
    expect(() => fromStored(marked(deflateRawSync(Buffer.from('text'))))).to.throw(Error)
    expect(() => fromStored(marked(zstdCompressSync(Buffer.alloc(65 * 1024 * 1024))))).to.throw(RangeError)
  })
})
