import { expect } from 'chai'
import type { Critical } from '#stages/score/audit/vitals/critical.ts'
import { connections, type Estimate, estimate, opportunitiesOf } from '#stages/score/audit/vitals/estimate.ts'

const file = (url: string, bytes: number) => ({ url, bytes })
const scripts = [file('https://www.example.com/sync.js', 41_943), file('https://cdn.other.test/x.js', 31_457)]

const critical: Critical = {
  scripts,
  styles: [file('https://www.example.com/a.css', 20_971)],
  origins: ['https://cdn.other.test'],
  hero: { ...file('https://www.example.com/hero.jpg', 209_715), isLazy: true, isPreloaded: false },
  allScripts: [...scripts, file('https://www.example.com/late.js', 100_000)],
  unsized: 2,
}

describe('the estimate of web vitals', () => {
  // Slow 4G: 1,638.4 kbit/s = 209.715 bytes a millisecond; a round trip takes 150 ms.
  const found = estimate({ connection: connections.mobile, critical, ttfbMs: 100, documentBytes: 2097.15 })

  it('adds a round trip to the first byte as it was fetched', () => {
    expect(found.ttfb).to.deep.equal({ value: 250, low: 100, high: 700 })
  })

  it('first paint: 10 ms document, 2 + 1 round trips, 450 ms of blocking bytes', () => {
    expect(found.fcp).to.include({ value: 250 + 10 + 300 + 150 + 450 })
  })

  it('largest paint: the lazy hero is found two round trips later and takes 1 s', () => {
    expect(found.lcp).to.include({ value: 1160 + 300 + 1000 })
  })

  it('has a range around every value', () => {
    for (const { value, low, high } of Object.values(found) as Estimate[]) {
      expect(low).to.be.at.most(value)
      expect(high).to.be.at.least(value)
    }
    expect(found.cls.value).to.equal(0.08)
  })

  it('lists the costliest opportunities first, with their files', () => {
    const offers = opportunitiesOf(critical, connections.mobile)
    expect(offers.map(({ id, potential_saving_ms }) => [id, potential_saving_ms])).to.deep.equal([
      ['blocking-scripts', 350],
      ['critical-origins', 300],
      ['hero-lazy', 150],
      ['blocking-styles', 50],
      ['hero-heavy', 46],
    ])
  })
})
