import { Failure, isUnavailable } from '#shared/errors.ts'
import type { Outcome } from '#shared/messages/outcome.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import { referenceNow } from '#shared/reference-clock.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'
import { type AcceptingPorts, board, type Call, makeCall, type Recalled, type Request } from './accepting.ts'
import type { Backing } from './backing.ts'
import { type Flight, type Flights, makeFlights } from './joining.ts'
import type { ApiKey } from './keys.ts'
import { measuredFlights } from './measured-flights.ts'
import { operationRoutes } from './operations/index.ts'
import { respelled } from './respelling.ts'
import { type Standing, type StandingPorts, standingOf, whole } from './standing.ts'
import { makeTurnstile } from './turnstile.ts'
import type { WaitingRoom } from './waiting-room.ts'

export interface InspectionPorts extends AcceptingPorts, StandingPorts {
  readonly lookups: Lookups
  readonly backing: Backing
  readonly room: WaitingRoom
  readonly metrics: Metrics
}

/** A call that was waited for: its id, and the outcome unless it took longer than the client waits. */
export interface Waited {
  readonly id: string
  readonly outcome: Outcome | null
}

/** The time in which an inner service must answer a call, so that a client hears of an outage within 2 s. */
const INNER_BUDGET_MS = 1500
/** Targets that are judged at a time: of a burst, each one's budget begins when it is asked about. */
const JUDGED_AT_ONCE = 64

type Judged = Pick<Request, 'operation' | 'parameters' | 'traceparent'>

export interface Inspections {
  /** Rejects with `INVALID_URL` when the target may not be inspected. */
  judge(request: Judged): Promise<void>
  /**
   * Sees to an inspection of a judged target; resolves with the caller's id of it once the log has it. Rejects with
   * `SERVICE_UNAVAILABLE` when the queue is full.
   */
  accept(request: Request): Promise<Pick<Waited, 'id'> | Recalled>
  /** Accepts and waits. */
  acceptAndWait(request: Request, signal: AbortSignal): Promise<Waited | Recalled>
  /** What `reader` may see of an inspection. */
  standing(id: string, reader: ApiKey): Promise<Standing>
}

export function makeInspections(ports: InspectionPorts): Inspections {
  const flights = measuredFlights(makeFlights(ports.store), ports.metrics)
  const turnstile = makeTurnstile(JUDGED_AT_ONCE)
  return {
    judge: (request) =>
      turnstile.pass(async () => {
        ports.backing.assertUp(operationRoutes[request.operation].needs)
        await judge(ports, request)
      }),
    async accept(request) {
      const call = makeCall(request)
      const flight = await board(ports, flights, call)
      return 'recalled' in flight ? flight : { id: call.id }
    },
    acceptAndWait: (request, signal) => acceptAndWait(ports, flights, makeCall(request), signal),
    standing: (id, reader) => standingOf(ports, id, reader),
  }
}

/** Waits from before the request is published. */
async function acceptAndWait(
  ports: InspectionPorts,
  flights: Flights,
  call: Call,
  signal: AbortSignal,
): Promise<Waited | Recalled> {
  const { id } = call
  const own = startWaiting(ports, id, call.until, signal)
  try {
    const flight = await board(ports, flights, call)
    if ('recalled' in flight) return flight
    if (flight.id === id) return { id, outcome: await located(ports, id, own.outcome) }
    own.leave()
    return { id, outcome: await outcomeOfJoined(ports, call, flight, signal) }
  } finally {
    own.leave()
  }
}

async function outcomeOfJoined(
  ports: InspectionPorts,
  { id, until, request }: Call,
  flight: Flight,
  signal: AbortSignal,
): Promise<Outcome | null> {
  const { outcome } = startWaiting(ports, flight.id, until, signal)
  ports.room.look(flight.id)
  const found = await located(ports, id, outcome)
  return found && respelled(found, flight.id, { id, url: request.parameters.url })
}

/** Waits in the background, until there is an outcome, the caller is gone, or nobody is interested any more. */
function startWaiting({ room }: InspectionPorts, id: string, until: number, signal: AbortSignal) {
  const leaving = new AbortController()
  const outcome = room.wait(id, until - referenceNow(), AbortSignal.any([signal, leaving.signal]))
  outcome.catch(() => undefined) // judged by whoever awaits it
  return { outcome, leave: () => leaving.abort() }
}

/** An outage while waiting: the inspection goes on, so the caller is told where its answer will be. */
async function located(
  { objects }: InspectionPorts,
  id: string,
  outcome: Promise<Outcome | null>,
): Promise<Outcome | null> {
  try {
    const found = await outcome
    return found && (await whole(objects, found))
  } catch (error) {
    if (!isUnavailable(error)) throw error
    throw new Failure('SERVICE_UNAVAILABLE', (error as Failure).message, { details: { id }, cause: error })
  }
}

async function judge({ lookups }: InspectionPorts, { parameters, traceparent }: Judged): Promise<void> {
  const verdict = await lookups.judgeTarget(parameters.url, {
    timeoutMs: INNER_BUDGET_MS,
    ...(traceparent !== null && { traceparent }),
  })
  if (verdict.kind !== 'refused') return
  const { reason, message } = verdict
  throw new Failure('INVALID_URL', message, { details: { url: parameters.url, reason } })
}
