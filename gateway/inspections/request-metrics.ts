import { operations } from '#shared/errors.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'
import type { SingleFlight } from './single-flight.ts'

/** Flights that are counted: inspections that were launched, and requests that joined one. */
export function countRequests(singleFlight: SingleFlight, metrics: Metrics): SingleFlight {
  const requests = metrics.counter({
    name: 'pageprobe_flights_total',
    help: 'Requests that needed an inspection, by whether they launched one, joined one, or needed none any more',
    labels: { operation: operations, outcome: ['launched', 'joined', 'answered'] },
  })
  return {
    async joinOrStart(request) {
      const joined = await singleFlight.joinOrStart(request)
      const [operation = ''] = request.identity.split(':')
      const isOwn = joined?.id === request.own.id
      requests.add({ operation, outcome: joined === null ? 'answered' : isOwn ? 'launched' : 'joined' })
      return joined
    },
  }
}
