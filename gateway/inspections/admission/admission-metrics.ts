import type { Counter, Metrics } from '#shared/telemetry/metrics.ts'
import type { WaitForecast } from './wait-forecast.ts'

/** Why an inspection is refused: all seats are taken; its owner holds its share of them; its caller would wait in vain. */
export const rejectionReasons = ['queue_full', 'owner_share', 'too_long'] as const
export type RejectionReason = (typeof rejectionReasons)[number]

/** Counts inspections that are refused. */
export function countRejections(metrics: Metrics): Counter<'way' | 'reason'> {
  return metrics.counter({
    name: 'pageprobe_refusals_total',
    help: 'Inspections refused with 503 for want of capacity: the queue is full, the owner holds its share, the answer would come too late',
    labels: { way: ['fetch', 'render'], reason: rejectionReasons },
  })
}

/** Shows how long callers of the browser are expected to wait. */
export function exposeForecast(forecast: Pick<WaitForecast, 'expectedWait'>, metrics: Metrics): void {
  const gauge = metrics.gauge({
    name: 'pageprobe_predicted_wait_seconds',
    help: 'Predicted wait for a browser, of an owner that has nothing there, and of the one that has most',
    labels: { operation: ['snapshot', 'performance'], owner: ['idle', 'busiest'] },
  })
  for (const owner of ['idle', 'busiest'] as const) {
    gauge.watch({ operation: 'snapshot', owner }, () => forecast.expectedWait('together', owner))
    gauge.watch({ operation: 'performance', owner }, () => forecast.expectedWait('alone', owner))
  }
}
