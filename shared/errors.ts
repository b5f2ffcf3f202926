/** The four operations. */
export const operations = ['snapshot', 'metadata', 'performance', 'seo-audit'] as const
export type Operation = (typeof operations)[number]

/** Every public error code with its HTTP status, unless the operation reports another one: infra/docs/clients.md#errors. */
export const errorCodes = {
  VALIDATION_ERROR: 400,
  MISSING_PARAMETER: 400,
  INVALID_URL: 400,
  INVALID_API_KEY: 401,
  INSUFFICIENT_PERMISSIONS: 403,
  ROBOTS_TXT_BLOCKED: 403,
  NOT_FOUND: 404,
  ELEMENT_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  TIMEOUT: 422,
  PAGE_TOO_TALL: 413,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  URL_UNREACHABLE: 422,
  UNSUPPORTED_CONTENT: 422,
  RESPONSE_TOO_LARGE: 422,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  PAGE_LOAD_FAILED: 502,
  SERVICE_UNAVAILABLE: 503,
  BROWSER_CRASHED: 503,
} as const
export type ErrorCode = keyof typeof errorCodes

/** A problem of a request's parameters: an item of `details` in error shape A (infra/docs/clients.md#error-shapes). */
export interface Problem {
  readonly code:
    | 'invalid_type'
    | 'invalid_enum_value'
    | 'too_small'
    | 'too_big'
    | 'invalid_string'
    | 'unrecognized_keys'
    | 'custom'
  readonly expected: string
  readonly received: string
  readonly path: readonly string[]
  readonly message: string
}

export type Details = Readonly<Record<string, unknown>> | readonly Problem[]

/**
 * An error in the terms of the contract. Clients see `message` and `details`, which never contain an internal address, a
 * path or a stack. `cause` is for the log only.
 */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly details: Details | null

  constructor(code: ErrorCode, message: string, options: { details?: Details; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'Failure'
    this.code = code
    this.details = options.details ?? null
  }
}

/** The beginning of the message when a backing service is unavailable. */
export const UNAVAILABLE_MESSAGE = 'The service is temporarily unavailable'

/** The failure of an unavailable backing service (log, store, objects, look-ups): a retry may succeed. */
export function unavailable(service: string, cause?: unknown): Failure {
  return new Failure('SERVICE_UNAVAILABLE', `${UNAVAILABLE_MESSAGE} (${service})`, { cause })
}

/** Settles like `work`, but rejects with `unavailable(service)` when `work` fails. */
export async function asUnavailable<T>(service: string, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw unavailable(service, error)
  }
}

/** Whether the error is that of an unavailable backing service. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof Failure && error.code === 'SERVICE_UNAVAILABLE'
}

/** A task apart from this process failed, or its process ended over it. The message is for the log. */
export class TaskFailed extends Error {
  override readonly name = 'TaskFailed'
}
