import { expect } from 'chai'
import {
  endToEndFields,
  hasUnambiguousLength,
  requestFields,
} from '#stages/render/adapters/egress-proxy/header-fields.ts'

/** RFC 9110, section 7.6.1, last paragraphs; 11.7 for authentication. */
const hopByHop = [
  'Proxy-Connection',
  'Keep-Alive',
  'TE',
  'Transfer-Encoding',
  'Upgrade',
  'Proxy-Authorization',
]

describe('endToEndFields', () => {
  for (const name of [...hopByHop, 'Connection', 'Proxy-Authenticate', 'Proxy-Authentication-Info']) {
    it(`leaves out ${name}, however it is written`, () => {
      const fields = ['A', '1', name, 'x', name.toUpperCase(), 'y', name.toLowerCase(), 'z', 'B', '2']
      expect(endToEndFields(fields)).to.deep.equal(['A', '1', 'B', '2'])
    })
  }

  it('leaves out what any Connection field names', () => {
    const fields = [
      'Connection',
      'close, X-One',
      'X-One',
      '1',
      'x-two',
      '2',
      'connection',
      ' X-TWO ,',
      'Age',
      '3',
    ]
    expect(endToEndFields(fields)).to.deep.equal(['Age', '3'])
  })

  it('keeps order, spelling and repetitions of all others, and adds nothing', () => {
    const fields = ['sEt-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'Content-Length', '3', 'Accept', '']
    expect(endToEndFields(fields)).to.deep.equal(fields)
  })
})

describe('requestFields', () => {
  it('puts the Host of the target, whatever was received (RFC 9112, 3.2.2)', () => {
    const fields = ['host', 'other.example', 'Host', 'another.example', 'Accept', '*/*']
    expect(requestFields(fields, 'a.example:8080')).to.deep.equal(['Host', 'a.example:8080', 'Accept', '*/*'])
  })

  it('says anew that a body comes in chunks', () => {
    expect(requestFields(['Transfer-Encoding', 'Chunked'], 'a.example')).to.deep.equal([
      'Host',
      'a.example',
      'Transfer-Encoding',
      'chunked',
    ])
  })
})

describe('isFramedPlainly', () => {
  const plain = [
    [],
    ['Content-Length', '3'],
    ['Transfer-Encoding', 'chunked'],
    ['transfer-encoding', ' Chunked '],
  ]
  for (const fields of plain) it(`takes ${fields}`, () => expect(hasUnambiguousLength(fields)).to.equal(true))
  for (const fields of [
    ['Content-Length', '3', 'Transfer-Encoding', 'chunked'],
    ['Content-Length', '3', 'Content-Length', '4'],
    ['Transfer-Encoding', 'gzip'],
    ['Transfer-Encoding', 'gzip, chunked'],
    ['Transfer-Encoding', 'chunked, chunked'],
    ['Transfer-Encoding', 'chunked', 'Transfer-Encoding', 'identity'],
    ['Transfer-Encoding', 'xchunked'],
  ]) {
    it(`refuses ${fields}`, () => expect(hasUnambiguousLength(fields)).to.equal(false))
  }
})
