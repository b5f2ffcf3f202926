/** An error answer of the service, or no answer at all, in one form for all shapes of the contract. */
export class ApiError extends Error {
  /** A code of the contract; `OFFLINE` when there was no answer, `UNEXPECTED` for an answer that is none of the contract. */
  readonly code: string
  /** HTTP status; 0 without an answer. */
  readonly status: number
  readonly requestId: string | null
  /** The message of each parameter that is wrong, by its name. */
  readonly fields: Readonly<Record<string, string>>
  readonly details: Readonly<Record<string, unknown>>
  /** Seconds after which a retry makes sense; null = unknown. */
  readonly retryAfter: number | null
  /** Where the answer of an inspection that still runs will be; null = nowhere. */
  readonly location: string | null

  constructor(message: string, parts: ApiErrorParts) {
    super(message)
    this.name = 'ApiError'
    this.code = parts.code
    this.status = parts.status
    this.requestId = parts.requestId ?? null
    this.fields = parts.fields ?? {}
    this.details = parts.details ?? {}
    this.retryAfter = parts.retryAfter ?? null
    this.location = parts.location ?? null
  }
}

interface ApiErrorParts {
  readonly code: string
  readonly status: number
  readonly requestId?: string | null
  readonly fields?: Readonly<Record<string, string>>
  readonly details?: Readonly<Record<string, unknown>>
  readonly retryAfter?: number | null
  readonly location?: string | null
}

/** The failure of a call without an answer, or of a part of the console that did not come. */
export function noAnswer(message = 'The service does not respond'): ApiError {
  return new ApiError(message, { code: 'OFFLINE', status: 0 })
}

/** What the error shapes A, B and C have, all in one. */
interface ErrorBody {
  readonly error?: string | { readonly code?: string; readonly message?: string; readonly details?: unknown }
  readonly statusCode?: number
  readonly message?: string
}

/** The code of an answer in shape B, which has none: by its status. */
const CODES_OF_SHAPE_B: Readonly<Record<number, string>> = {
  400: 'VALIDATION_ERROR',
  401: 'INVALID_API_KEY',
  500: 'METADATA_FAILED',
}

/** The error that an answer is. */
export function errorOf(status: number, headers: Pick<Headers, 'get'>, text: string): ApiError {
  const body = parsed(text)
  const from = {
    status,
    requestId: headers.get('x-request-id'),
    retryAfter: Number(headers.get('retry-after')) || null,
    location: headers.get('location'),
  }
  if (typeof body?.error === 'object') {
    const { code = 'UNEXPECTED', message = '', details } = body.error
    const fields = fieldsOf(details, message)
    const about = isRecord(details) ? details : {}
    return new ApiError(message, { ...from, code, fields, details: about })
  }
  const code = CODES_OF_SHAPE_B[body?.statusCode ?? 0] ?? 'UNEXPECTED'
  const message = body?.message ?? `The response has the status ${status}`
  const fields = code === 'VALIDATION_ERROR' ? fieldOfMessage(message) : {}
  return new ApiError(message, { ...from, code, fields })
}

function parsed(text: string): ErrorBody | null {
  try {
    return JSON.parse(text) as ErrorBody
  } catch {
    return null
  }
}

/** Shape A has an item for each parameter; shape C names one. */
function fieldsOf(details: unknown, message: string): Record<string, string> {
  if (Array.isArray(details)) {
    const items = details as { path?: string[]; message?: string }[]
    return Object.fromEntries(items.map((item) => [(item.path ?? []).join('.'), item.message ?? message]))
  }
  if (!isRecord(details)) return {}
  if (typeof details.parameter === 'string') return { [details.parameter]: reasonOf(details, message) }
  return typeof details.url === 'string' && typeof details.reason === 'string' ? { url: message } : {}
}

function reasonOf({ reason }: Readonly<Record<string, unknown>>, message: string): string {
  return typeof reason === 'string' ? reason : message
}

/** Shape B names the parameter first: `max_links must be …`. */
function fieldOfMessage(message: string): Record<string, string> {
  const [, name] = /^([\w.]+) /.exec(message) ?? []
  return name === undefined ? {} : { [name]: message }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
