import { expect } from 'chai'
import { scalingMetrics } from '#shared/telemetry/scaling-metrics.ts'

describe('metrics for autoscaling', () => {
  it('are unfinished work by stage and lane, the predicted wait, and waiting URLs', () => {
    const labels = scalingMetrics.map(({ name, labels }) => [name, Object.keys(labels)])
    expect(Object.fromEntries(labels)).to.deep.equal({
      pageprobe_lag_records: ['stage', 'lane'],
      pageprobe_longest_predicted_wait_seconds: ['operation'],
      pageprobe_batch_waiting: ['state'],
    })
  })

  it('tell of no owner, key or host', () => {
    const values = scalingMetrics.flatMap(({ labels }) => Object.values<readonly string[]>(labels).flat())
    expect(values).to.include.members(['fetch', 'render', 'interactive', 'snapshot', 'ready'])
    expect(values.filter((value) => !/^[a-z-]+$/.test(value))).to.deep.equal([])
  })
})
