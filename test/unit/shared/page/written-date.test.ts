import { expect } from 'chai'
import { timeOf } from '#shared/page/written-date.ts'

describe('written dates', () => {
  for (const [authority, date, iso] of [
    ['Google, robots meta tag', '25 Jun 2010 15:00:00 PST', '2010-06-25T23:00:00Z'],
    ['Google, 2007', '25-Aug-2007 15:00:00 EST', '2007-08-25T20:00:00Z'],
    ['RFC 822, 5', 'Fri, 25 Jun 10 15:00 UT', '2010-06-25T15:00:00Z'],
    ['RFC 822, 5: a zone by its offset', '25 jun 2010 15:00:00 -0700', '2010-06-25T22:00:00Z'],
    ['RFC 5322, 4.3: two digits from 50 on', '25 Jun 98 15:00:00 GMT', '1998-06-25T15:00:00Z'],
    ['RFC 5322, 3.2.2: a comment', '25 Jun 2010 15:00:00 +0200 (CEST)', '2010-06-25T13:00:00Z'],
    ['RFC 850, 2.1.4', 'Friday, 25-Jun-10 15:00:00 GMT', '2010-06-25T15:00:00Z'],
    ['RFC 9110, 5.6.7: asctime', 'Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37Z'],
    ['ISO 8601: a day', '2025-12-31', '2025-12-31T00:00:00Z'],
    ['ISO 8601: basic format', '20251231T235900Z', '2025-12-31T23:59:00Z'],
    ['ISO 8601: an offset', '2026-12-31T10:00:00+01:00', '2026-12-31T09:00:00Z'],
    ['ISO 8601: no zone, read as UTC', '2026-12-31T10:00', '2026-12-31T10:00:00Z'],
    ['RFC 3339, 5.6: a blank for T, a fraction', '2026-12-31 10:00:00.25Z', '2026-12-31T10:00:00Z'],
    ['ISO 8601: the end of a day', '2026-12-31T24:00:00Z', '2027-01-01T00:00:00Z'],
    ['a central European zone', '25 Jun 2010 15:00:00 CEST', '2010-06-25T13:00:00Z'],
    ['a zone that only has a name is read as UTC', '25 Jun 2010 15:00:00 XYZT', '2010-06-25T15:00:00Z'],
    ['the month first', 'Friday, June 25th, 2010, 3:05 pm PDT', '2010-06-25T22:05:00Z'],
    ['the hour alone', 'Jun 25, 2010 12am UTC', '2010-06-25T00:00:00Z'],
    ['JavaScript', 'Fri Jun 25 2010 15:00:00 GMT+0200', '2010-06-25T13:00:00Z'],
    ['American', '12/31/2025', '2025-12-31T00:00:00Z'],
  ] as const) {
    it(`are read (${authority}): ${date}`, () => expect(timeOf(date)).to.equal(Date.parse(iso)))
  }

  for (const text of [
    ...['', 'soon', 'next 1', 'Dec 3', 'June 2010', '2010', '31.12.2025', '31/12/2025', '1767225600'],
    ...['30 Feb 2026', '2026-02-29', '2026-13-01', '25 Jun 2010 25:00 GMT', '25 Foo 2010', '1 2 Jun 2010'],
    ...['2026-12-31T', 'PST', '25 Jun 2010 nofollow', `${'1'.repeat(50_000)} Jun`],
  ]) {
    it(`are null: ${text.slice(0, 40)}`, () => expect(timeOf(text)).to.equal(null))
  }
})
