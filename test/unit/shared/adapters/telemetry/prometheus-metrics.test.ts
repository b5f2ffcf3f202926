import { expect } from 'chai'
import { prometheusMetrics } from '#shared/adapters/telemetry/prometheus-metrics.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'

describe('prometheusMetrics', () => {
  let metrics: Metrics
  beforeEach(() => {
    metrics = prometheusMetrics({ process: false })
  })

  const lines = async () => (await metrics.expose()).text.split('\n').filter((line) => /^[a-z]/.test(line))
  const about = { name: 'calls_total', help: 'Calls', labels: { operation: ['metadata', 'snapshot'] } }

  it('exposes the text format, with help and type', async () => {
    metrics.counter(about).add({ operation: 'metadata' })
    const { contentType, text } = await metrics.expose()
    expect(contentType).to.match(/^text\/plain; version=0\.0\.4/)
    expect(text).to.include('# HELP calls_total Calls\n# TYPE calls_total counter\n')
  })

  it('counts each series separately', async () => {
    const counter = metrics.counter(about)
    for (const operation of ['metadata', 'snapshot', 'metadata']) counter.add({ operation })
    expect(await lines()).to.have.members([
      'calls_total{operation="metadata"} 2',
      'calls_total{operation="snapshot"} 1',
    ])
  })

  it('adds up the metrics of another process of the service', async () => {
    const other = prometheusMetrics({ process: false })
    metrics = prometheusMetrics({ process: false, otherProcesses: async () => [await other.snapshot()] })
    metrics.counter(about).add({ operation: 'metadata' })
    for (const operation of ['metadata', 'snapshot']) other.counter(about).add({ operation })
    const seconds = { name: 'seconds', help: 'Seconds', labels: {} }
    for (const one of [metrics, other]) one.histogram(seconds).observe({}, 0.2)
    expect(await lines()).to.include.members([
      'calls_total{operation="metadata"} 2',
      'calls_total{operation="snapshot"} 1',
      'seconds_bucket{le="0.1"} 0',
      'seconds_bucket{le="0.25"} 2',
      'seconds_count 2',
    ])
  })

  it('counts unknown label values as other', async () => {
    const counter = metrics.counter(about)
    for (let index = 0; index < 100; index++) counter.add({ operation: `http://x/${index}"\n` })
    counter.add({ operation: '' })
    counter.add({} as { operation: string })
    expect(await lines()).to.deep.equal(['calls_total{operation="other"} 102'])
  })

  it('returns the same metric for the same name', async () => {
    metrics.counter(about).add({ operation: 'metadata' })
    metrics.counter(about).add({ operation: 'metadata' })
    expect(await lines()).to.deep.equal(['calls_total{operation="metadata"} 2'])
  })

  it('sorts durations into buckets from a cached answer to the longest wait', async () => {
    const histogram = metrics.histogram({ name: 'wait_seconds', help: 'Wait', labels: {} })
    for (const seconds of [0.004, 0.5, 0.51, 89, 91]) histogram.observe({}, seconds)
    const all = await lines()
    for (const line of [
      'wait_seconds_bucket{le="0.005"} 1',
      'wait_seconds_bucket{le="0.5"} 2',
      'wait_seconds_bucket{le="1"} 3',
      'wait_seconds_bucket{le="90"} 4',
      'wait_seconds_bucket{le="+Inf"} 5',
      'wait_seconds_count 5',
    ]) {
      expect(all).to.include(line)
    }
  })

  it('reads gauges on exposition, adds up their readers, and omits unknown values', async () => {
    const gauge = metrics.gauge({
      name: 'jobs',
      help: 'Jobs',
      labels: { stage: ['fetch', 'extract', 'score'] },
    })
    let running = 1
    gauge.watch({ stage: 'fetch' }, () => running)
    gauge.watch({ stage: 'fetch' }, () => 10)
    gauge.watch({ stage: 'extract' }, () => null)
    gauge.watch({ stage: 'score' }, () => 0)
    expect(await lines()).to.have.members(['jobs{stage="fetch"} 11', 'jobs{stage="score"} 0'])
    running = 5
    expect(await lines()).to.include('jobs{stage="fetch"} 15')
  })

  it('keeps the metrics of two instances apart', async () => {
    prometheusMetrics({ process: false }).counter(about).add({ operation: 'metadata' })
    expect(await lines()).to.deep.equal([])
  })

  it('exposes process metrics if configured', async () => {
    const { text } = await prometheusMetrics({ process: true }).expose()
    for (const name of [
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
      'process_cpu_seconds_total',
    ]) {
      expect(text).to.include(`\n${name} `)
    }
  })
})
