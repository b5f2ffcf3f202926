import { expect } from 'chai'
import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { thirdPartyCache } from '#stages/score/performance/tips/third-party-cache.ts'
import { facts, page, request } from '#test/support/performance/lab-measurement.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

const KIB = 1024
const tag = (url: string, transferBytes: number, cacheControl: string, more: Partial<LabRequest> = {}) =>
  request(url, {
    ...{ kind: 'javascript', transferBytes, headers: { 'cache-control': cacheControl } },
    ...{ initiatorUrl: page.url, ...more },
  })
const loader = tag('https://www.googletagmanager.com/gtm.js', 20 * KIB, 'max-age=3600')
const loaded = tag('https://cdn.example.net/x.js', 12 * KIB, 'no-store', {
  initiatorUrl: loader.url,
  secondView: 'network',
})
const requests = [page, loader, loaded]

tipTester(thirdPartyCache, {
  given: { requests },
  says: [
    '2 files of other sites (32 KiB)',
    'from Google Tag Manager (20 KiB), cdn.example.net (12 KiB)',
    'transfers about 28 KiB again, 12 KiB even in a second view right after',
    'www.googletagmanager.com/gtm.js loads 1 further script of other sites (12 KiB), up to 2 one after the other',
  ],
  // After an hour 0.8 of 20 KiB have run out, and all of 12 KiB.
  gains: { wastedBytes: 28 * KIB },
  nearMiss: { requests: [page, loader, { ...loaded, transferBytes: 12 * KIB - 1 }] },
})

describe('tip third-party-cache', () => {
  const find = (...files: LabRequest[]) => thirdPartyCache.find(facts({ requests: [page, ...files] }))
  const large = 500 * KIB

  it('is about files of other sites only', () => {
    expect(find(tag('/own.js', large, 'max-age=60'))).to.equal(null)
  })

  it('is about lifetimes below 7 days', () => {
    expect(find(tag('https://a.example.net/x.js', large, 'max-age=604800'))).to.equal(null)
    expect(find(tag('https://a.example.net/x.js', large, 'max-age=604799'))).not.to.equal(null)
  })

  it('leaves out images that count visits, and files that the server confirms', () => {
    const pixel = { kind: 'image', secondView: 'network' } as const
    expect(find(tag('https://a.example.net/x.gif', large, 'no-store', pixel))).to.equal(null)
    const confirmed = { secondView: 'revalidated' } as const
    expect(find(tag('https://a.example.net/x.js', large, 'no-cache', confirmed))).to.equal(null)
  })
})
