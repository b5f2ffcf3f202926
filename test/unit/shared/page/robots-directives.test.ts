import { expect } from 'chai'
import {
  effectiveDirectives,
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

  it('are separated by commas, with or without blanks', () => {
    expect(names('NoIndex,nofollow,, \u00A0noarchive\t')).to.deep.equal(['noindex', 'nofollow', 'noarchive'])
  })

  // Google, "Using the robots meta tag" (2007): "you must place a comma between them".
  it('without a comma are one unknown directive', () => {
    expect(names('NOINDEX  nofollow, noarchive')).to.deep.equal(['noindex nofollow', 'noarchive'])
    expect(effective('noindex nofollow')).to.deep.equal({ index: true, follow: true })
  })

  it('may have blanks around the colon of a value', () => {
    expect(parseRobotsDirectives('MAX-SNIPPET : 50, max-image-preview:Large')).to.deep.equal([
      { agent: null, name: 'max-snippet', value: '50' },
      { agent: null, name: 'max-image-preview', value: 'Large' },
    ])
  })

  it('that are misspelled before a colon are no user agents', () => {
    for (const text of [
      'max_snippet: 5, noindex',
      'unavailable-after: 2020-01-01, noindex',
      'index: yes, noindex',
    ])
      expect(parseRobotsDirectives(text).at(-1), text).to.deep.equal({
        agent: null,
        name: 'noindex',
        value: null,
      })
    expect(effective('noindex: false').index).to.equal(true)
  })

  it('of single lines do not reach into others', () => {
    const lines = ['otherbot: noindex', 'nofollow'].flatMap(parseRobotsDirectives)
    expect(lines.map(({ agent }) => agent)).to.deep.equal(['otherbot', null])
  })

  it('of a meta named after a crawler hold for that crawler', () => {
    expect(parseRobotsMeta('GoogleBot', 'noindex, bingbot: none').map(({ agent }) => agent)).to.deep.equal([
      'googlebot',
      'googlebot',
    ])
  })

  // Google: only the X-Robots-Tag "may optionally specify a user agent before the rules".
  it('of a meta do not name user agents', () => {
    expect(parseRobotsMeta('ROBOTS', 'nofollow, bingbot: none')).to.deep.equal([
      { agent: null, name: 'nofollow', value: null },
      { agent: null, name: 'bingbot', value: 'none' },
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

// Google: RFC 822, RFC 850, ISO 8601 "and others"; "the rule is ignored if no valid date/time is specified".
describe('unavailable_after', () => {
  for (const date of [
    'Wed, 03 Dec 2025 13:09:53 GMT',
    'Wed, 03 Dec 2025 13:09:53 CEST',
    'Wednesday, 03-Dec-25 13:09:53 GMT',
    'Wednesday, Dec 3, 2025, 1:09 pm EST',
    '2025-12-03T13:09:53Z',
    '2025-12-03',
    '03 Dec 2025 13:09:53 PST',
  ]) {
    it(`keeps the commas of its date among other directives: ${date}`, () => {
      for (const prefix of ['', 'googlebot: ']) {
        const text = `${prefix}noarchive, UNAVAILABLE_AFTER : ${date}, NONE, nofollow`
        expect(names(text)).to.deep.equal(['noarchive', 'unavailable_after', 'none', 'nofollow'])
      }
      for (const text of [`unavailable_after: ${date}`, `googlebot: unavailable_after: ${date}, follow`])
        expect(effective(text), text).to.deep.equal({ index: false, follow: true })
    })
  }

  it('keeps the weekday of a date that cannot be read', () => {
    expect(names('unavailable_after: Wed, 03 Foo 2025, nofollow')).to.deep.equal([
      'unavailable_after',
      'nofollow',
    ])
  })

  it('forbids indexing from its time on', () => {
    expect(effective('unavailable_after: 2026-03-01T00:00:00Z').index).to.equal(false)
    expect(effective('unavailable_after: 2026-03-01T00:00:01Z').index).to.equal(true)
    expect(effective('unavailable_after: whenever').index).to.equal(true)
    expect(effective('unavailable_after: next 1').index).to.equal(true)
    expect(effective('unavailable_after').index).to.equal(true)
  })
})
