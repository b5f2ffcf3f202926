import { Failure, isUnavailable } from '#shared/errors.ts'
import type { Outcome } from '#shared/messages/outcome.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import { referenceNow } from '#shared/reference-clock.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'
import type { ApiKey } from '../access/api-keys.ts'
import type { DependencyHealth } from '../health/dependencies.ts'
import { operationRoutes } from '../operations/index.ts'
import { forCaller } from './caller-view.ts'
import { countRequests } from './request-metrics.ts'
import type { ResultWaiter } from './result-waiter.ts'
import { makeSemaphore } from './semaphore.ts'
import { type InFlightInspection, makeSingleFlight, type SingleFlight } from './single-flight.ts'
import { type InspectionStatus, loadBody, readStatus, type StatusPorts } from './status.ts'
import {
  type CacheHit,
  type InspectionRequest,
  makeSubmission,
  type Submission,
  type SubmitPorts,
  submit,
} from './submit.ts'

export interface InspectionPorts extends SubmitPorts, StatusPorts {
  readonly lookups: Lookups
  readonly dependencies: DependencyHealth
  readonly resultWaiter: ResultWaiter
  readonly metrics: Metrics
}

/** A call that was waited for: its id, and the outcome unless it took longer than the client waits. */
export interface WaitResult {
  readonly id: string
  readonly outcome: Outcome | null
}

/** The time in which an inner service must answer a call, so that a client hears of an outage within 2 s. */
const LOOKUP_TIMEOUT_MS = 1500
/** Targets that are judged at a time: of a burst, each one's budget begins when it is asked about. */
const MAX_CONCURRENT_CHECKS = 64

type TargetCheck = Pick<InspectionRequest, 'operation' | 'parameters' | 'traceparent'>

export interface Inspections {
  /** Rejects with `INVALID_URL` when the target may not be inspected. */
  checkTarget(request: TargetCheck): Promise<void>
  /**
   * Sees to an inspection of a judged target; resolves with the caller's id of it once the log has it. Rejects with
   * `SERVICE_UNAVAILABLE` when the queue is full.
   */
  submit(request: InspectionRequest): Promise<Pick<WaitResult, 'id'> | CacheHit>
  /** Accepts and waits. */
  submitAndWait(request: InspectionRequest, signal: AbortSignal): Promise<WaitResult | CacheHit>
  /** What `reader` may see of an inspection. */
  status(id: string, reader: ApiKey): Promise<InspectionStatus>
}

export function makeInspections(ports: InspectionPorts): Inspections {
  const singleFlight = countRequests(makeSingleFlight(ports.store), ports.metrics)
  const checks = makeSemaphore(MAX_CONCURRENT_CHECKS)
  return {
    checkTarget: (request) =>
      checks.run(async () => {
        ports.dependencies.assertAvailable(operationRoutes[request.operation].requiredDependencies)
        await checkTarget(ports, request)
      }),
    async submit(request) {
      const call = makeSubmission(request)
      const joined = await submit(ports, singleFlight, call)
      return 'cachedJson' in joined ? joined : { id: call.id }
    },
    submitAndWait: (request, signal) => submitAndWait(ports, singleFlight, makeSubmission(request), signal),
    status: (id, reader) => readStatus(ports, id, reader),
  }
}

/** Waits from before the request is published. */
async function submitAndWait(
  ports: InspectionPorts,
  singleFlight: SingleFlight,
  call: Submission,
  signal: AbortSignal,
): Promise<WaitResult | CacheHit> {
  const { id } = call
  const own = startWaiting(ports, id, call.until, signal)
  try {
    const joined = await submit(ports, singleFlight, call)
    if ('cachedJson' in joined) return joined
    if (joined.id === id) return { id, outcome: await withLocation(ports, id, own.outcome) }
    own.cancel()
    return { id, outcome: await outcomeOfJoined(ports, call, joined, signal) }
  } finally {
    own.cancel()
  }
}

async function outcomeOfJoined(
  ports: InspectionPorts,
  { id, until, request }: Submission,
  joined: InFlightInspection,
  signal: AbortSignal,
): Promise<Outcome | null> {
  const { outcome } = startWaiting(ports, joined.id, until, signal)
  ports.resultWaiter.checkNow(joined.id)
  const found = await withLocation(ports, id, outcome)
  return found && forCaller(found, joined.id, { id, url: request.parameters.url })
}

/** Waits in the background, until there is an outcome, the caller is gone, or nobody is interested any more. */
function startWaiting({ resultWaiter }: InspectionPorts, id: string, until: number, signal: AbortSignal) {
  const cancelling = new AbortController()
  const outcome = resultWaiter.waitFor(
    id,
    until - referenceNow(),
    AbortSignal.any([signal, cancelling.signal]),
  )
  outcome.catch(() => undefined) // judged by whoever awaits it
  return { outcome, cancel: () => cancelling.abort() }
}

/** An outage while waiting: the inspection goes on, so the caller is told where its answer will be. */
async function withLocation(
  { objects }: InspectionPorts,
  id: string,
  outcome: Promise<Outcome | null>,
): Promise<Outcome | null> {
  try {
    const found = await outcome
    return found && (await loadBody(objects, found))
  } catch (error) {
    if (!isUnavailable(error)) throw error
    throw new Failure('SERVICE_UNAVAILABLE', (error as Failure).message, { details: { id }, cause: error })
  }
}

async function checkTarget(
  { lookups }: InspectionPorts,
  { parameters, traceparent }: TargetCheck,
): Promise<void> {
  const decision = await lookups.checkTarget(parameters.url, {
    timeoutMs: LOOKUP_TIMEOUT_MS,
    ...(traceparent !== null && { traceparent }),
  })
  if (decision.kind !== 'refused') return
  const { reason, message } = decision
  throw new Failure('INVALID_URL', message, { details: { url: parameters.url, reason } })
}
