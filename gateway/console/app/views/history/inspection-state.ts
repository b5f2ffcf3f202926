import { ApiError } from '../../api/api-error.ts'

/** What `GET /inspections/{id}` says. `away`: it could not be asked, and is asked again after `retryMs`. */
export type InspectionState =
  | { readonly is: 'running'; readonly retryMs: number }
  | { readonly is: 'done'; readonly result: unknown }
  | { readonly is: 'failed'; readonly error: ApiError }
  | { readonly is: 'away'; readonly error: ApiError; readonly retryMs: number }

/** At first a running inspection is asked for at least this often, in milliseconds. */
const RUNNING_MS = 1000
/** After this time it is asked for as often as the service wants. */
const AT_FIRST_MS = 20_000
const AWAY_MS = 5000
const MAX_RETRY_MS = 60_000

/** An answer of 2xx to `GET /inspections/{id}`. */
export interface InspectionAnswer {
  readonly status: number
  /** Its JSON. */
  readonly body: unknown
  /** The header of that name. */
  readonly retryAfter: string | null
}

/** The state that an answer means, `waitedMs` after the first call. */
export function stateOfAnswer(
  { status, body, retryAfter }: InspectionAnswer,
  waitedMs: number,
): InspectionState {
  if (status !== 202) return { is: 'done', result: body }
  const wanted = Number(retryAfter) * 1000 || RUNNING_MS
  const retryMs = waitedMs < AT_FIRST_MS ? Math.min(wanted, RUNNING_MS) : Math.min(wanted, MAX_RETRY_MS)
  return { is: 'running', retryMs }
}

/**
 * The state that a failed call means: an answer that the service gives for the inspection itself is final; no answer, a limit
 * of calls and an outage are not. Other failures than an ApiError are thrown again.
 */
export function stateOfFailure(error: unknown): InspectionState {
  if (!(error instanceof ApiError)) throw error
  if (!isAway(error)) return { is: 'failed', error }
  const retryMs = error.retryAfter === null ? AWAY_MS : error.retryAfter * 1000
  return { is: 'away', error, retryMs: Math.min(Math.max(retryMs, RUNNING_MS), MAX_RETRY_MS) }
}

function isAway({ status, code }: ApiError): boolean {
  return status === 0 || status === 429 || code === 'SERVICE_UNAVAILABLE'
}

/** Milliseconds until the inspection is asked for again; null = its end is known. */
export function retryMsOf(state: InspectionState | null): number | null {
  if (state === null) return AWAY_MS
  return 'retryMs' in state ? state.retryMs : null
}
