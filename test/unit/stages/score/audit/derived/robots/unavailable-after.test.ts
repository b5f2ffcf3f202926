import { expect } from 'chai'
import { expiriesOf } from '#stages/score/audit/derived/robots/unavailable-after.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const timesOf = (header: string) =>
  expiriesOf(auditFacts({ headers: { 'x-robots-tag': header } })).map(({ at }) => at)

describe('dates of unavailable_after', () => {
  for (const [date, iso] of [
    ['25 Jun 2010 15:00:00 PST', '2010-06-25T23:00:00Z'],
    ['Wed, 03 Dec 2025 13:09:53 GMT', '2025-12-03T13:09:53Z'],
    ['Friday, 25-Jun-10 15:00:00 GMT', '2010-06-25T15:00:00Z'],
    ['2026-12-31T10:00:00+01:00', '2026-12-31T09:00:00Z'],
    ['25 Jun 2010 15:00:00 CET', '2010-06-25T14:00:00Z'],
  ] as const) {
    it(`are read: ${date}`, () => {
      expect(timesOf(`unavailable_after: ${date}`)).to.deep.equal([Date.parse(iso)])
    })
  }

  it('are null when they cannot be read', () => {
    expect(timesOf('unavailable_after: some day')).to.deep.equal([null])
  })

  it('for other crawlers are left out', () => {
    expect(timesOf('bingbot: unavailable_after: 2020-01-01')).to.deep.equal([])
  })
})
