import { expect } from 'chai'
import { advise, tipsOf } from '#stages/score/performance/advice/advise.ts'
import { facts, type Given, page, phone, request, vital } from '#test/support/performance/lab-measurement.ts'

const advised = (given?: Given) => tipsOf(advise(facts(given)))

describe('advise', () => {
  it('is empty without a fault', () => expect(advised()).to.deep.equal([]))

  it('lists the greatest impact first', () => {
    const given = {
      vitals: { ttfb: vital(1400), fcp: vital(1500), lcp: vital(2400), cls: vital(0.12) },
      requests: [page, request('/app.js', { kind: 'javascript', headers: {} })],
    }
    const found = advised(given).map(({ tip_id, severity }) => [tip_id, severity])
    // 1400 - 600 = 800 ms of LCP 2400 (50 points of 100) and of FCP 1500, against 2 hundredths of CLS.
    expect(found).to.deep.equal([
      ['server-response-slow', 'high'],
      ['layout-shifts', 'low'],
      ['cache-headers-missing', 'low'],
    ])
  })

  it('has id, severity, message and link', () => {
    const [tip] = advised({ vitals: { cls: vital(0.5, { target: 'main' }) } })
    expect(tip).to.deep.equal({
      tip_id: 'layout-shifts',
      severity: 'high',
      message:
        'Content shifts while the page loads (CLS 0.5), above all main. Reserve space for late content.',
      learn_more: 'https://web.dev/articles/optimize-cls',
    })
  })

  it('depends on the speed of the line', () => {
    // 600 KiB less: 3.3 s at 184 KiB/s
    const text = request('/app.js', {
      kind: 'javascript',
      mimeType: 'text/javascript',
      headers: { 'cache-control': 'max-age=31536000, immutable' },
      decodedBytes: 819_200,
      transferBytes: 819_200,
      compressed: { gzip: 204_800, brotli: 204_800 },
      startMs: 600,
      endMs: 5200,
    })
    const slow = { vitals: { lcp: vital(5600), fcp: vital(5400), ttfb: vital(580) }, requests: [page, text] }
    const severityOf = (given: Parameters<typeof facts>[0]) =>
      advised(given).find(({ tip_id }) => tip_id === 'text-uncompressed')?.severity
    expect(severityOf({ ...slow, environment: phone })).to.equal('high')
    expect(severityOf({ requests: [page, { ...text, startMs: 130, endMs: 900 }] })).to.equal('medium')
  })
})
