import { expect } from 'chai'
import { contentCodings } from '#stages/fetch/http/body/content-coding.ts'
import { InvalidResponse } from '#stages/fetch/http/message/target-failures.ts'

const codings = (...values: string[]) => contentCodings({ 'content-encoding': values })

describe('contentCodings', () => {
  it('returns the codings in the order to undo them (RFC 9110, section 8.4)', () => {
    expect(codings('deflate, gzip', 'br')).to.deep.equal(['br', 'gzip', 'deflate'])
    expect(codings(' GZip ,, zstd ')).to.deep.equal(['zstd', 'gzip'])
    expect(codings('x-gzip')).to.deep.equal(['gzip'])
  })

  it('ignores values that name no coding', () => {
    expect(contentCodings({})).to.deep.equal([])
    expect(codings('identity, UTF-8', '')).to.deep.equal([])
  })

  it('rejects unknown codings, and stacks of more than five', () => {
    for (const value of ['compress', 'gzip;q=1', 'toString', 'gzip,gzip,gzip,gzip,gzip,gzip']) {
      expect(() => codings(value), value).to.throw(InvalidResponse)
    }
  })
})
