import { expect } from 'chai'
import { countRequests } from '#gateway/inspections/request-metrics.ts'
import type { InFlightInspection, JoinRequest } from '#gateway/inspections/single-flight.ts'
import { prometheusMetrics } from '#shared/adapters/telemetry/prometheus-metrics.ts'

describe('request-metrics', () => {
  it('counts who launched, who joined and who needed nothing, and changes nothing', async () => {
    const metrics = prometheusMetrics({ process: false })
    const own = { id: 'own', expiresAt: 1 }
    const other = { id: 'other', expiresAt: 1 }
    const answers: (InFlightInspection | null)[] = [own, other, other, null]
    const singleFlight = countRequests({ joinOrStart: async () => answers.shift() ?? null }, metrics)
    const joinRequest = { identity: 'metadata:hash', own } as JoinRequest
    for (const expected of [own, other, other, null])
      expect(await singleFlight.joinOrStart(joinRequest)).to.equal(expected)
    const { text } = await metrics.expose()
    for (const [outcome, count] of Object.entries({ launched: 1, joined: 2, answered: 1 })) {
      expect(text).to.include(`pageprobe_flights_total{operation="metadata",outcome="${outcome}"} ${count}`)
    }
  })
})
