import { Failure, isUnavailable } from '#shared/errors.ts'
import { tenantIdOf } from '#shared/messages/events/inspection.ts'
import type { Outcome } from '#shared/messages/events/outcome.ts'
import type { KeyValues, RecentTexts } from '#shared/ports/result-store.ts'
import { referenceNow } from '#shared/store/reference-clock.ts'
import { type ApiKey, ownerOf } from '../access/api-keys.ts'
import { operationRoutes } from '../operations/index.ts'
import { type Answer, forCaller, forOwnCaller } from './caller-view.ts'
import { type HistoryPage, type HistoryPorts, type HistoryQuery, readHistory } from './history.ts'
import type { ResultWaiter } from './result-waiter.ts'
import { makeSingleFlight, type SingleFlight, type SingleFlightPorts } from './single-flight.ts'
import { type InspectionStatus, loadAnswer, readStatus, type StatusPorts } from './status.ts'
import {
  type CacheHit,
  type InspectionRequest,
  makeSubmission,
  type Submission,
  type SubmitPorts,
  submit,
} from './submit.ts'
import type { TargetCheck } from './target-check.ts'

export interface InspectionPorts extends SubmitPorts, StatusPorts, SingleFlightPorts, HistoryPorts {
  readonly store: KeyValues & RecentTexts
  readonly targetCheck: TargetCheck
  readonly resultWaiter: ResultWaiter
}

/** The inspection of a call that waited; `answer` is null when it takes longer than the client waits. */
export interface WaitResult {
  readonly id: string
  readonly answer: Answer | null
}

type CheckedRequest = Pick<InspectionRequest, 'operation' | 'parameters' | 'traceparent'>

export interface Inspections {
  /** Rejects with `INVALID_URL` when the target must not be inspected. */
  checkTarget(request: CheckedRequest): Promise<void>
  /**
   * Submits an inspection of a checked target. Resolves with the id for this caller when the log has the request, or
   * with a cached answer. Rejects with `SERVICE_UNAVAILABLE` when the queue is full.
   */
  submit(request: InspectionRequest): Promise<Pick<WaitResult, 'id'> | CacheHit>
  /**
   * Submits an inspection and waits for its answer. Rejects with the reason of `signal` when the caller disconnects.
   */
  submitAndWait(request: InspectionRequest, signal: AbortSignal): Promise<WaitResult | CacheHit>
  /** Reads the status of an inspection for the holder of `reader`. */
  status(id: string, key: ApiKey): Promise<InspectionStatus>
  /** Reads a page of the inspections of the key's owner. */
  list(key: ApiKey, query: HistoryQuery): Promise<HistoryPage>
}

/** Makes the inspections of one gateway: submitting, coalescing, waiting and status. */
export function makeInspections(ports: InspectionPorts): Inspections {
  const singleFlight = makeSingleFlight(ports)
  return {
    checkTarget: ({ operation, parameters, traceparent }) =>
      ports.targetCheck(parameters.url, traceparent, operationRoutes[operation].requiredDependencies),
    async submit(request) {
      const submission = makeSubmission(request)
      const joined = await submit(ports, singleFlight, submission)
      return 'cachedJson' in joined ? joined : { id: submission.id }
    },
    submitAndWait: (request, signal) => submitAndWait(ports, singleFlight, makeSubmission(request), signal),
    status: (id, key) => readStatus(ports, id, key),
    list: (key, query) => readHistory(ports, tenantIdOf(ownerOf(key)), query),
  }
}

/** Begins to wait before the request is published: an inspection may end before `submit` resolves. */
async function submitAndWait(
  ports: InspectionPorts,
  singleFlight: SingleFlight,
  submission: Submission,
  signal: AbortSignal,
): Promise<WaitResult | CacheHit> {
  const { id } = submission
  const own = startWaiting(ports, id, submission.until, signal)
  try {
    const joined = await submit(ports, singleFlight, submission, own.hasOutcome)
    if ('cachedJson' in joined) return joined
    if (joined.isLeader) return { id, answer: await ownAnswer(ports, submission, own.outcome) }
    own.cancel()
    return { id, answer: await answerOfJoined(ports, submission, joined.id, signal) }
  } finally {
    own.cancel()
  }
}

async function ownAnswer(
  ports: InspectionPorts,
  { id, request }: Submission,
  outcome: Promise<Outcome | null>,
): Promise<Answer | null> {
  const { operation, parameters } = request
  const found = await withLocation(ports, id, outcome)
  return found && forOwnCaller(found, id, operation, parameters.url)
}

async function answerOfJoined(
  ports: InspectionPorts,
  { id, until, request }: Submission,
  joinedId: string,
  signal: AbortSignal,
): Promise<Answer | null> {
  const { outcome } = startWaiting(ports, joinedId, until, signal)
  ports.resultWaiter.checkNow(joinedId)
  const found = await withLocation(ports, id, outcome)
  return found && forCaller(found, joinedId, { id, url: request.parameters.url })
}

/** Waits in the background until the outcome, the time limit, the disconnect of the caller or `cancel`. */
function startWaiting({ resultWaiter }: InspectionPorts, id: string, until: number, signal: AbortSignal) {
  const leaving = new AbortController()
  const onAbort = () => leaving.abort(signal.reason)
  let [isWaiting, hasOutcome] = [true, false]
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  const found = resultWaiter.waitFor(id, until - referenceNow(), leaving.signal)
  const outcome = found
    .then((one) => {
      hasOutcome = one !== null
      return one
    })
    .finally(() => {
      isWaiting = false
      signal.removeEventListener('abort', onAbort)
    })
  outcome.catch(() => undefined) // the caller of this function handles it
  return { outcome, hasOutcome: () => hasOutcome, cancel: () => isWaiting && leaving.abort() }
}

/** Adds the id to an outage during the wait, so that the error has a `Location`: the inspection goes on. */
async function withLocation(
  { objects }: InspectionPorts,
  id: string,
  outcome: Promise<Outcome | null>,
): Promise<Answer | null> {
  try {
    const found = await outcome
    return found && (await loadAnswer(objects, found))
  } catch (error) {
    if (!isUnavailable(error)) throw error
    throw new Failure('SERVICE_UNAVAILABLE', (error as Failure).message, { details: { id }, cause: error })
  }
}
