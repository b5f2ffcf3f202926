import { expect } from 'chai'
import { preferredCoding } from '#gateway/middleware/compression.ts'

/** By hand from RFC 9110, section 12.5.3. */
const expected: [acceptEncoding: string, coding: string | null][] = [
  ['', null],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br', 'br'],
  ['zstd', 'zstd'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['deflate', null],
  ['*', 'br'],
  ['*;q=0', null],
  ['gzip;q=0.9, br;q=0.1', 'gzip'],
  ['br;q=0.5,gzip;q=0.5,zstd;q=0.5', 'br'],
  ['br;q=0, *', 'gzip'],
  ['br;q=0, gzip;q=0, *', 'zstd'],
  ['br;q=0, gzip;q=0, zstd;q=0, *', null],
  ['identity', null],
  ['identity;q=0', null],
  ['identity;q=0, gzip;q=0.1', 'gzip'],
  ['identity;q=0, *', 'br'],
  ['identity, gzip;q=0.5', null],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['identity;q=0.5, gzip', 'gzip'],
  ['gzip;q=0', null],
  ['gzip;q=0.000', null],
  ['gzip ; q=1.000', 'gzip'],
  ['gzip;Q=0.3', 'gzip'],
  ['gzip;q=2', null],
  ['gzip;q=-1', null],
  ['gzip;q=0.1234', null],
  ['gzip;q=', null],
  [',, ,gzip,,', 'gzip'],
  ['nonsense, identity;q=0', null],
]

describe('content-coding', () => {
  for (const [acceptEncoding, coding] of expected) {
    it(`${JSON.stringify(acceptEncoding)} prefers ${coding ?? 'none'}`, () => {
      expect(preferredCoding(acceptEncoding)).to.equal(coding)
    })
  }
})
