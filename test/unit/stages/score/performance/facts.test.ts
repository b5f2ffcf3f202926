import { expect } from 'chai'
import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { renderBlockingStyles } from '#stages/score/performance/tips/render-blocking-styles.ts'
import { serverResponseSlow } from '#stages/score/performance/tips/server-response-slow.ts'
import { facts, request, STARTED, vital } from '#test/support/performance/lab-measurement.ts'

const times = ({ startMs, endMs }: Pick<LabRequest, 'startMs' | 'endMs'>) => [startMs, endMs]
const document = (path: string, more: Partial<LabRequest>) => request(path, { kind: 'document', ...more })

describe('facts of a measurement', () => {
  describe('of a page that a script led on to', () => {
    const requests = [
      document('/old', { isRedirect: true, startMs: 0, endMs: 100 }),
      document('/gate', { startMs: 100, endMs: 900 }),
      document('/hop', { isRedirect: true, startMs: 2000, endMs: 2150 }),
      document('/', { startMs: 2150, endMs: 2900 }),
      request('/a.css', { kind: 'stylesheet', startMs: 2900, endMs: 3200, isRenderBlocking: true }),
      request('/late', { startMs: 3300, endMs: null }),
    ]
    // As the page reports them: relative to its own navigation, at 2000.
    const vitals = { ttfb: vital(850), fcp: vital(1300), lcp: vital(1300) }
    const found = facts({ requests, vitals })

    it('have request times relative to its own navigation', () => {
      const { measurement, document: own } = found
      expect(own && times(own)).to.deep.equal([150, 900])
      expect(measurement.requests.slice(-2).map(times)).to.deep.equal([
        [900, 1200],
        [1300, null],
      ])
    })

    it('have the redirects that led to it', () => {
      expect(found.documentRedirects.map(({ url }) => new URL(url).pathname)).to.deep.equal(['/hop'])
    })

    it('let tips report the time of the page itself', () => {
      expect(serverResponseSlow.find(found)?.message).to.include('700 ms to respond')
      // Until 1200, of which 850 are the first byte's.
      expect(renderBlockingStyles.find(found)?.message).to.include('first paint by 350 ms')
    })
  })

  it('keep the clock for ages unchanged', () => {
    const headers = { 'cache-control': 'max-age=600', date: new Date(Date.parse(STARTED)).toUTCString() }
    const { ownFiles } = facts({
      requests: [
        document('/gate', { startMs: 0, endMs: 100 }),
        document('/', { startMs: 2000, endMs: 2100 }),
        request('/a.js', { kind: 'javascript', headers, startMs: 2100, endMs: 5000 }),
      ],
    })
    expect(ownFiles.map(({ freshness }) => freshness.ageSeconds)).to.deep.equal([5])
  })

  it('have no document when no response has the final URL', () => {
    const { document: own, documentRedirects } = facts({
      requests: [document('/else', { startMs: 40, endMs: 90 })],
    })
    expect({ own, documentRedirects }).to.deep.equal({ own: null, documentRedirects: [] })
  })
})
