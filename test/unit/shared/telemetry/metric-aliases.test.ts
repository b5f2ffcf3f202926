import { expect } from 'chai'
import { prometheusMetrics } from '#shared/adapters/telemetry/prometheus-metrics.ts'
import { aliasedCounter, aliasedGauge } from '#shared/telemetry/metric-aliases.ts'

describe('metric-aliases', () => {
  const open = () => prometheusMetrics({ process: false })

  it('counts under the current and the former name, label and value', async () => {
    const metrics = open()
    const about = {
      name: 'requests_total',
      help: 'Requests',
      labels: { outcome: ['started', 'failed'] },
    } as const
    const former = { name: 'flights_total', labels: { outcome: 'end' }, values: { started: 'launched' } }
    const counter = aliasedCounter(metrics, about, former)
    counter.add({ outcome: 'started' })
    counter.add({ outcome: 'failed' }, 2)
    const { text } = await metrics.expose()
    for (const line of [
      'requests_total{outcome="started"} 1',
      'requests_total{outcome="failed"} 2',
      'flights_total{end="launched"} 1',
      'flights_total{end="failed"} 2',
      '# HELP flights_total Former name of requests_total',
    ]) {
      expect(text).to.include(line)
    }
  })

  it('exposes a gauge under both names', async () => {
    const metrics = open()
    const about = { name: 'isolation', help: 'Isolation', labels: { mechanism: ['sandbox'] } } as const
    const gauge = aliasedGauge(metrics, about, { name: 'walls', labels: { mechanism: 'wall' } })
    gauge.watch({ mechanism: 'sandbox' }, () => 1)
    const { text } = await metrics.expose()
    expect(text).to.include('isolation{mechanism="sandbox"} 1').and.to.include('walls{wall="sandbox"} 1')
  })
})
