import type { Consumer } from '#shared/consumer/consumer.ts'
import type { PoolOptions } from '#shared/consumer/pool/worker-pool.ts'
import { consumerNames } from '#shared/messages/consumer-groups.ts'
import { type Lane, lanes } from '#shared/messages/topics.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'

/** Exports the slots and jobs of a stage's pool as gauges. */
export function exportPoolMetrics(
  stage: string,
  consumer: Pick<Consumer, 'usage' | 'pending'>,
  pool: PoolOptions,
  metrics: Metrics,
): void {
  const slots = metrics.gauge({
    name: 'pageprobe_pool_slots',
    help: 'Slots of the worker pool of a stage, and how many of them batch work cannot take',
    labels: { stage: consumerNames, kind: ['all', 'reserved'] },
  })
  const jobs = metrics.gauge({
    name: 'pageprobe_pool_jobs',
    help: 'Records that were read from the log: running, waiting for a slot, or delayed before another attempt',
    labels: { stage: consumerNames, lane: lanes, state: ['running', 'waiting', 'delayed'] },
  })
  slots.watch({ stage, kind: 'all' }, () => pool.slots)
  slots.watch({ stage, kind: 'reserved' }, () => pool.reserved)
  for (const lane of lanes) {
    jobs.watch({ stage, lane, state: 'running' }, () => consumer.usage(lane).running)
    jobs.watch({ stage, lane, state: 'waiting' }, () => consumer.usage(lane).waiting)
    jobs.watch({ stage, lane, state: 'delayed' }, () => delayedCount(consumer, lane))
  }
}

function delayedCount(consumer: Pick<Consumer, 'usage' | 'pending'>, lane: Lane): number {
  const { running, waiting } = consumer.usage(lane)
  return consumer.pending(lane) - running - waiting
}
