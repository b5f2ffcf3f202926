import type { ErrorCode, Operation } from '#shared/errors.ts'
import type { ApiKey } from '../access/api-keys.ts'

/** The state of a call that middleware and routes share. */
export interface CallState {
  requestId: string
  /** W3C trace context of the caller, if it sent a valid one; later that of the server span. */
  traceparent: string | null
  /** The operation of the path, whose error table applies; null for other paths. */
  operation: Operation | null
  key: ApiKey | null
  /** The code of the error that answers the call. */
  errorCode: ErrorCode | null
  /** Whether the answer was in the cache; null = the cache was not read. */
  cached: boolean | null
  /** The id of the inspection that the call submitted or asked for. */
  inspection: string | null
}
