import { expect } from 'chai'
import * as format from '#gateway/console/app/ui/format.ts'

describe('formats', () => {
  it('of durations have one unit, or two from a minute on', () => {
    const shown = [0, 85.4, 999, 1240, 59_990, 60_000, 185_000, 7_440_000].map(format.formatMs)
    expect(shown).to.deep.equal([
      '0 ms',
      '85 ms',
      '999 ms',
      '1.24 s',
      '59.99 s',
      '1 min 0 s',
      '3 min 5 s',
      '2 h 4 min',
    ])
  })

  it('of sizes', () => {
    expect([512, 1000, 12_345, 1_234_567].map(format.formatBytes)).to.deep.equal([
      '512 B',
      '1 kB',
      '12.3 kB',
      '1.23 MB',
    ])
  })

  it('of counts, shares and times', () => {
    expect(format.formatCount(1_234_567)).to.equal('1,234,567')
    expect(format.formatShare(0.1255)).to.equal('12.6 %')
    expect(format.plural(1, 'page')).to.equal('1 page')
    expect(format.plural(2000, 'page')).to.equal('2,000 pages')
    expect(format.plural(0, 'entry', 'entries')).to.equal('0 entries')
    expect(format.formatDay('2026-11-30')).to.equal('Nov 30, 2026')
    expect(format.formatTime(null)).to.equal('–')
    expect(format.formatTime('not a time')).to.equal('–')
    expect(format.formatTime('2026-01-02T03:04:05Z')).to.include('2026')
  })

  it('of how long ago something was', () => {
    const now = Date.parse('2026-01-02T00:00:00Z')
    const ago = (seconds: number) => format.formatAgo(new Date(now - seconds * 1000).toISOString(), now)
    expect([5, 60, 3599, 3600, 86_399, 172_800].map(ago)).to.deep.equal([
      'just now',
      '1 min ago',
      '59 min ago',
      '1 h ago',
      '23 h ago',
      '2 d ago',
    ])
    expect(ago(-10)).to.equal('just now')
  })

  it('of the words of the API', () => {
    expect(['needs-improvement', 'not_indexable', 'pass'].map(format.inWords)).to.deep.equal([
      'Needs improvement',
      'Not indexable',
      'Pass',
    ])
  })

  it('of addresses allow http and https alone to be followed', () => {
    expect(format.safeHref('https://a.example/')).to.equal('https://a.example/')
    expect(format.safeHref('HTTP://a.example/')).to.equal('HTTP://a.example/')
    for (const url of [
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      '//a.example/',
      '',
      null,
    ]) {
      expect(format.safeHref(url)).to.equal(undefined)
    }
  })
})

describe('console: the meaning of a score', () => {
  it('is good for grades A and B, middling for C and D', () => {
    expect([100, 80, 79.9, 60, 59.9, 0].map(format.meaningOfScore)).to.deep.equal([
      'good',
      'good',
      'warn',
      'warn',
      'bad',
      'bad',
    ])
  })
})
