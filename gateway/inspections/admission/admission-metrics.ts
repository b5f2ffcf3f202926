import type { Counter, Metrics } from '#shared/telemetry/metrics.ts'
import type { WaitForecast } from './wait-forecast.ts'

/**
 * Why an inspection is rejected: the queue is full; its owner holds its share of the queue; its answer would come too
 * late.
 */
export const rejectionReasons = ['queue_full', 'owner_share', 'too_long'] as const
export type RejectionReason = (typeof rejectionReasons)[number]

/** Makes the counter of rejected inspections. */
export function countRejections(metrics: Metrics): Counter<'way' | 'reason'> {
  return metrics.counter({
    name: 'pageprobe_refusals_total',
    help: 'Inspections rejected with 503: the queue is full, the owner holds its share of it, or the answer would come too late',
    labels: { way: ['fetch', 'render'], reason: rejectionReasons },
  })
}

/** Exposes the expected wait for a browser as a gauge, for an idle and for the busiest owner. */
export function exposeForecast(forecast: Pick<WaitForecast, 'expectedWait'>, metrics: Metrics): void {
  const gauge = metrics.gauge({
    name: 'pageprobe_predicted_wait_seconds',
    help: 'Predicted wait for a browser, for an owner without inspections and for the one with most',
    labels: { operation: ['snapshot', 'performance'], owner: ['idle', 'busiest'] },
  })
  for (const owner of ['idle', 'busiest'] as const) {
    gauge.watch({ operation: 'snapshot', owner }, () => forecast.expectedWait('together', owner))
    gauge.watch({ operation: 'performance', owner }, () => forecast.expectedWait('alone', owner))
  }
}
