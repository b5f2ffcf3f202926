import { type Egress, EgressRefused } from '#shared/egress/egress.ts'
import { refusalReasons } from '#shared/egress/policy/target-decision.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'

/** Counts the refusals of the policy by reason, both of checked URLs and of connections. */
export function measuredEgress(egress: Egress, metrics: Metrics): Egress {
  const refusals = metrics.counter({
    name: 'pageprobe_egress_refusals_total',
    help: 'Targets that the egress policy refused, redirects and URLs found in pages among them',
    labels: { reason: refusalReasons },
  })
  return {
    connector(options, callback) {
      egress.connector(options, (...[error, socket]) => {
        if (error === null) return callback(null, socket)
        if (error instanceof EgressRefused) refusals.add({ reason: error.reason })
        callback(error, null)
      })
    },
    async check(url) {
      const decision = await egress.check(url)
      if (decision.kind === 'refused') refusals.add({ reason: decision.reason })
      return decision
    },
  }
}
