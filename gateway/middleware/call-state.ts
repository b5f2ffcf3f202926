import type { ErrorCode, Operation } from '#shared/errors.ts'
import type { ApiKey } from '../access/api-keys.ts'

/** What the middleware knows of a call. */
export interface CallState {
  requestId: string
  /** W3C trace context of the caller, if it sent a valid one. */
  traceparent: string | null
  /** Whose column of the error table applies; null outside the operations. */
  operation: Operation | null
  key: ApiKey | null
  /** The code of the error that it was answered with. */
  errorCode: ErrorCode | null
  /** Whether its answer was in the cache; null = it was not looked for there. */
  cached: boolean | null
  /** The inspection it asked for or about. */
  inspection: string | null
}
