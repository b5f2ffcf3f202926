import { expect } from 'chai'
import { earliestTime } from '#stages/fetch/sitemap/sitemap-entries.ts'

/** The examples of the W3C note, and the earliest time that each can mean. */
const dates: Readonly<Record<string, string>> = {
  '1997': '1996-12-31T10:00:00.000Z',
  '1997-07': '1997-06-30T10:00:00.000Z',
  '1997-07-16': '1997-07-15T10:00:00.000Z',
  '1997-07-16T19:20+01:00': '1997-07-16T18:20:00.000Z',
  '1997-07-16T19:20:30+01:00': '1997-07-16T18:20:30.000Z',
  '1997-07-16T19:20:30.45+01:00': '1997-07-16T18:20:30.450Z',
  '2004-02-29T23:59:59Z': '2004-02-29T23:59:59.000Z',
}

const wrong = [
  '',
  'yesterday',
  '16.07.1997',
  '1997-7-16',
  '1997-13',
  '1997-02-30',
  '2023-02-29',
  '1997-07-16 19:20:30',
  '1997-07-16T19:20:30',
  '1997-07-16T24:20:30Z',
  '1997-07-16T19:60Z',
  '1997-07-16T19:20:30+0100',
  '1997-07-16T19Z',
  'Wed, 16 Jul 1997 19:20:30 GMT',
]

describe('earliestTime', () => {
  for (const [text, earliest] of Object.entries(dates)) {
    it(`reads ${text}`, () => expect(earliestTime(text)).to.equal(Date.parse(earliest)))
  }

  for (const text of wrong) {
    it(`rejects "${text}"`, () => expect(earliestTime(text)).to.equal(null))
  }
})
