import { expect } from 'chai'
import { digest } from '#stages/batch/frontier/decisions/item-hash.ts'

describe('digest', () => {
  for (const [text, hex] of [
    ['', 'e3b0c44298fc1c149afbf4c8996fb924'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223'],
    ['abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq', '248d6a61d20638b8e5c026930c3e6039'],
  ] as const)
    it(`is the first half of the SHA-256 of '${text}' (FIPS 180-4, test vectors of NIST)`, () => {
      expect(digest(text)).to.equal(hex)
    })

  it('reads text as UTF-8, and takes no two forms of a character for one', () => {
    expect(digest('\u00fc')).not.to.equal(digest('u\u0308'))
    expect(digest('日本')).to.have.length(32)
  })
})
