import { expect } from 'chai'
import { alternatesOf } from '#stages/score/audit/derived/hreflang/alternates.ts'
import { languagesWithoutGeneric } from '#stages/score/audit/derived/hreflang/hreflang-generic.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const generic = (...codes: string[]) => {
  const html = codes.map((code) => `<link rel=alternate hreflang=${code} href=/${code}>`).join('')
  return languagesWithoutGeneric(alternatesOf(auditFacts({ html })))
}

describe('a language without a version for all its speakers', () => {
  it('has versions for several countries', () => {
    expect(generic('en-GB', 'en-US', 'de-DE')).to.deep.equal(['en'])
  })
  it('is none with a version for the language alone, in any case', () => {
    expect(generic('en-GB', 'en-US', 'EN')).to.deep.equal([])
  })
  it('is none with an x-default', () => expect(generic('en-GB', 'en-US', 'x-default')).to.deep.equal([]))
})
