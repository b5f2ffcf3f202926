import { expect } from 'chai'
import { noMetrics } from '#shared/telemetry/metrics.ts'

describe('noMetrics', () => {
  it('discards all and exposes nothing', async () => {
    const about = { name: 'x_total', help: 'x', labels: { kind: ['a'] } } as const
    noMetrics.counter(about).add({ kind: 'a' })
    noMetrics.histogram(about).observe({ kind: 'a' }, 1)
    let isRead = false
    noMetrics.gauge(about).watch({ kind: 'a' }, () => {
      isRead = true
      return 1
    })
    expect(await noMetrics.expose()).to.deep.equal({ contentType: 'text/plain', text: '' })
    expect(isRead).to.equal(false)
  })
})
