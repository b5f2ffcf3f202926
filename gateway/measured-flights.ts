import { operations } from '#shared/errors.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'
import type { Flights } from './joining.ts'

/** Flights that are counted: inspections that were launched, and requests that joined one. */
export function measuredFlights(flights: Flights, metrics: Metrics): Flights {
  const boarded = metrics.counter({
    name: 'pageprobe_flights_total',
    help: 'Requests that needed an inspection, by whether they launched one, joined one, or needed none any more',
    labels: { operation: operations, outcome: ['launched', 'joined', 'answered'] },
  })
  return {
    async board(ticket) {
      const flight = await flights.board(ticket)
      const [operation = ''] = ticket.identity.split(':')
      const isOwn = flight?.id === ticket.own.id
      boarded.add({ operation, outcome: flight === null ? 'answered' : isOwn ? 'launched' : 'joined' })
      return flight
    },
  }
}
