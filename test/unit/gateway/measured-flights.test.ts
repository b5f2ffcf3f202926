import { expect } from 'chai'
import type { Flight, Ticket } from '#gateway/joining.ts'
import { measuredFlights } from '#gateway/measured-flights.ts'
import { prometheusMetrics } from '#shared/adapters/telemetry/prometheus-metrics.ts'

describe('measured-flights', () => {
  it('counts who launched, who joined and who needed nothing, and changes nothing', async () => {
    const metrics = prometheusMetrics({ process: false })
    const own = { id: 'own', expiresAt: 1 }
    const other = { id: 'other', expiresAt: 1 }
    const answers: (Flight | null)[] = [own, other, other, null]
    const flights = measuredFlights({ board: async () => answers.shift() ?? null }, metrics)
    const ticket = { identity: 'metadata:hash', own } as Ticket
    for (const expected of [own, other, other, null]) expect(await flights.board(ticket)).to.equal(expected)
    const { text } = await metrics.expose()
    for (const [outcome, count] of Object.entries({ launched: 1, joined: 2, answered: 1 })) {
      expect(text).to.include(`pageprobe_flights_total{operation="metadata",outcome="${outcome}"} ${count}`)
    }
  })
})
