import { expect } from 'chai'
import { prometheusMetrics } from '#shared/adapters/telemetry/prometheus-metrics.ts'
import { exportPoolMetrics } from '#shared/stage/pool-metrics.ts'

describe('pool metrics', () => {
  it('are the slots, and the records by lane and state', async () => {
    const metrics = prometheusMetrics({ process: false })
    const pending = { interactive: 3, batch: 12 }
    const usage = { interactive: { running: 2, waiting: 0 }, batch: { running: 6, waiting: 4 } }
    const consumer = {
      pending: (lane: keyof typeof usage) => pending[lane],
      usage: (lane: keyof typeof usage) => usage[lane],
    }
    exportPoolMetrics('fetch', consumer, { slots: 8, reserved: 2, limits: { perKey: 1 } }, metrics)
    const { text } = await metrics.expose()
    const series = (name: string) =>
      [...text.matchAll(new RegExp(`^${name}\\{stage="fetch",(.*)\\} (\\d+)$`, 'gm'))].map(
        ([, labels, value]) => `${labels} ${value}`,
      )
    expect(series('pageprobe_pool_slots')).to.have.members(['kind="all" 8', 'kind="reserved" 2'])
    expect(series('pageprobe_pool_jobs')).to.have.members([
      ...['lane="interactive",state="running" 2', 'lane="interactive",state="waiting" 0'],
      ...['lane="interactive",state="delayed" 1', 'lane="batch",state="running" 6'],
      ...['lane="batch",state="waiting" 4', 'lane="batch",state="delayed" 2'],
    ])
  })
})
