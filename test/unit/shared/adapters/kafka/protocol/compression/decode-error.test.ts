import { expect } from 'chai'
import { assertDecodable, DecodeError } from '#shared/adapters/kafka/protocol/compression/decode-error.ts'

describe('assertDecodable', () => {
  it('throws a DecodeError with the problem, and only if the bytes are not valid', () => {
    expect(() => assertDecodable(false, 'the checksum is wrong')).to.throw(
      DecodeError,
      /^the checksum is wrong$/,
    )
    expect(() => assertDecodable(true, 'the checksum is wrong')).not.to.throw()
  })
})
