import { expect } from 'chai'
import {
  effectiveDirectives,
  expiryOf,
  parseRobotsDirectives,
  parseRobotsMeta,
} from '#shared/page/robots-directives.ts'

const names = (text: string) => parseRobotsDirectives(text).map(({ name }) => name)
const at = new Date('2026-03-01T00:00:00Z')
const effective = (text: string) => effectiveDirectives(parseRobotsDirectives(text), at)

// Google, "Robots meta tag, data-nosnippet, and X-Robots-Tag specifications".
describe('robots directives', () => {
  it('keep agents and values apart: an agent holds until the next one of its line', () => {
    expect(parseRobotsDirectives('noindex, BingBot: max-snippet:20, nofollow, otherbot: none')).to.deep.equal(
      [
        { agent: null, name: 'noindex', value: null },
        { agent: 'bingbot', name: 'max-snippet', value: '20' },
        { agent: 'bingbot', name: 'nofollow', value: null },
        { agent: 'otherbot', name: 'none', value: null },
      ],
    )
  })

  it('are separated by commas or by white space alone', () => {
    expect(names('NoIndex nofollow,,noarchive')).to.deep.equal(['noindex', 'nofollow', 'noarchive'])
  })

  it('of a meta named after a crawler hold for that crawler', () => {
    expect(parseRobotsMeta('GoogleBot', 'noindex, bingbot: none').map(({ agent }) => agent)).to.deep.equal([
      'googlebot',
      'googlebot',
    ])
    expect(parseRobotsMeta('ROBOTS', 'noindex, bingbot: none').map(({ agent }) => agent)).to.deep.equal([
      null,
      'bingbot',
    ])
  })

  it('come to the most restrictive ones', () => {
    expect(effective('index, follow')).to.deep.equal({ index: true, follow: true })
    expect(effective('all, none')).to.deep.equal({ index: false, follow: false })
    expect(effective('nofollow, index')).to.deep.equal({ index: true, follow: false })
  })

  it('are read to a bound', () => {
    expect(parseRobotsDirectives('noindex,'.repeat(100_000)).length).to.be.at.most(200)
  })
})

describe('unavailable_after', () => {
  for (const [date, iso] of [
    ['25 Jun 2010 15:00:00 PST', '2010-06-25T23:00:00Z'],
    ['Friday, 25-Jun-10 15:00:00 GMT', '2010-06-25T15:00:00Z'],
    ['2026-12-31T10:00:00+01:00', '2026-12-31T09:00:00Z'],
    ['25 Jun 2010 15:00:00 CEST', '2010-06-25T15:00:00Z'],
  ] as const) {
    it(`reads ${date}`, () => expect(expiryOf(date)).to.equal(Date.parse(iso)))
  }

  it('is null for a date that cannot be read', () => expect(expiryOf('some day')).to.equal(null))

  it('keeps the comma of its date, whatever its zone', () => {
    for (const zone of ['GMT', 'CEST']) {
      const text = `unavailable_after: Wed, 03 Dec 2025 13:09:53 ${zone}, nofollow`
      expect(names(text)).to.deep.equal(['unavailable_after', 'nofollow'])
      expect(effective(text)).to.deep.equal({ index: false, follow: false })
    }
  })

  it('forbids indexing from its time on', () => {
    expect(effective('unavailable_after: 2026-03-01T00:00:00Z').index).to.equal(false)
    expect(effective('unavailable_after: 2026-03-01T00:00:01Z').index).to.equal(true)
    expect(effective('unavailable_after: whenever').index).to.equal(true)
  })
})
