import { expect } from 'chai'
import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { freshnessOf } from '#stages/score/performance/resources/caching.ts'
import {
  hitProbability,
  remainingLifetime,
  repeatTransfer,
} from '#stages/score/performance/resources/repeat-transfer.ts'
import { file } from '#test/support/performance/lab-pages.ts'

const sent = (cacheControl: string, more: Partial<LabRequest> = {}, headers: Record<string, string> = {}) => {
  const request = file({
    headers: { 'cache-control': cacheControl, ...headers },
    transferBytes: 1000,
    ...more,
  })
  return { request, freshness: freshnessOf(request, Date.parse('2026-11-22T12:00:00Z')) }
}

describe('a later visit', () => {
  it('finds a file fresh with the probability that Chrome measured by lifetime', () => {
    const hour = 3600
    // Computed by hand: 2 hours are half the way from the second tenth at 1 to the third at 3.
    expect([0, 0.2, 1, 2, 168].map((hours) => hitProbability(hours * hour))).to.deep.equal([
      0, 0.1, 0.2, 0.25, 0.9,
    ])
    expect(hitProbability(8760 * hour)).to.equal(1)
    expect(hitProbability(Number.POSITIVE_INFINITY)).to.equal(1)
  })

  it('may use a file for what is left of its lifetime', () => {
    const left = (...args: Parameters<typeof sent>) => remainingLifetime(sent(...args).freshness)
    expect(left('max-age=600')).to.equal(600)
    expect(left('max-age=600', {}, { age: '100' })).to.equal(500)
    expect(left('max-age=600', {}, { age: '900' })).to.equal(0)
    expect(left('no-cache, max-age=600')).to.equal(0)
    expect(left('public')).to.equal(0)
  })

  it('transfers the share of a file again that has run out by then', () => {
    expect(repeatTransfer(sent('max-age=3600'))).to.equal(800)
    expect(repeatTransfer(sent('max-age=3600', { secondView: 'cache' }))).to.equal(800)
    expect(repeatTransfer(sent('public'))).to.equal(1000)
  })

  it('transfers what the second view transferred again', () => {
    expect(repeatTransfer(sent('no-store', { secondView: 'network' }))).to.equal(1000)
    expect(repeatTransfer(sent('max-age=3600', { secondView: 'network' }))).to.equal(1000)
    expect(repeatTransfer(sent('no-cache', { secondView: 'revalidated' }))).to.equal(0)
    expect(repeatTransfer(sent('no-store'))).to.equal(0)
  })
})
