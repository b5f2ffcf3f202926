interface ServiceErrorFacts
  extends Pick<ServiceError, 'isTransient'>,
    Partial<Pick<ServiceError, 'status' | 'isAbsent' | 'retryAfterMs'>> {}

/** The service refused a call or could not be reached. The message is for the user. */
export class ServiceError extends Error {
  /** Whether the same call may succeed later. */
  readonly isTransient: boolean
  /** HTTP status of the response; null when there was none. */
  readonly status: number | null
  /** Nothing listens at the URL. */
  readonly isAbsent: boolean
  /** The same call is not to be made earlier, in milliseconds from the response on. */
  readonly retryAfterMs: number

  constructor(message: string, facts: ServiceErrorFacts) {
    super(message)
    this.name = 'ServiceError'
    this.isTransient = facts.isTransient
    this.status = facts.status ?? null
    this.isAbsent = facts.isAbsent ?? false
    this.retryAfterMs = facts.retryAfterMs ?? 0
  }
}

/** The error for a URL where nothing listens, or for a broken connection. */
export function connectionError(url: string, error: unknown): ServiceError {
  const code = innermostCode(error)
  const isNotListening = code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN'
  const message = isNotListening
    ? `There is no PageProbe at ${url} (${code}): start it, or set PAGEPROBE_URL`
    : `The connection to PageProbe at ${url} failed (${code})`
  return new ServiceError(message, { isTransient: true, isAbsent: isNotListening })
}

/** The code of the innermost cause: the errors of several attempted addresses are wrapped. */
function innermostCode(error: unknown): string {
  const { code, cause, errors, message } = error as Error & { code?: string; errors?: unknown[] }
  const inner = cause ?? errors?.[0]
  return inner === undefined ? (code ?? message) : innermostCode(inner)
}

/** A response whose status is not a success. */
interface ErrorResponse {
  readonly status: number
  readonly body: string
  /** The header (RFC 9110, section 10.2.3); seconds are understood. */
  readonly retryAfter: string
}

/** The error for such a response. */
export function errorFromResponse(
  { status, body, retryAfter }: ErrorResponse,
  url: string,
  hasKey: boolean,
): ServiceError {
  if (status === 401) return new ServiceError(keyProblem(hasKey, url), { isTransient: false, status })
  const isTransient = status === 429 || status >= 500
  const said = messagesOf(body)
  const lines = said.length > 0 ? said : [`PageProbe at ${url} responded with status ${status}`]
  const retryAfterMs = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1000 : 0
  return new ServiceError(lines.join('\n'), { isTransient, status, retryAfterMs })
}

function keyProblem(hasKey: boolean, url: string): string {
  const problem = hasKey
    ? `does not accept the key in PAGEPROBE_API_KEY`
    : 'needs a key: set PAGEPROBE_API_KEY'
  return `PageProbe at ${url} ${problem} (npm run -s keys -- create --scopes batch makes one)`
}

interface ErrorBody {
  readonly error?: { readonly message?: unknown; readonly details?: unknown }
}

/** The message of an error response, then a line for each problem that it names. */
function messagesOf(body: string): string[] {
  const { message, details } = readBody(body).error ?? {}
  if (typeof message !== 'string') return []
  return [message, ...problemsOf(details).filter((one) => !message.includes(one.trim()))]
}

function readBody(body: string): ErrorBody {
  try {
    return (JSON.parse(body) as ErrorBody | null) ?? {}
  } catch {
    return {}
  }
}

/** `details` is a list of problems, an object that contains such a list, or one problem. */
function problemsOf(details: unknown): string[] {
  if (Array.isArray(details)) return details.flatMap(problemOf)
  const { problems } = (details ?? {}) as { problems?: unknown }
  return Array.isArray(problems) ? problems.flatMap(problemOf) : problemOf(details)
}

function problemOf(problem: unknown): string[] {
  const { parameter, reason, message } = (problem ?? {}) as Record<string, unknown>
  if (typeof message === 'string') return [`  ${message}`]
  if (typeof reason !== 'string') return []
  return [typeof parameter === 'string' ? `  ${parameter} ${reason}` : `  ${reason}`]
}

/** A file cannot be read or written; the message names it. */
export class FileError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'FileProblem'
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'it may not be opened',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
}

/** Makes a FileError, with a plain reason for the common system error codes. */
export function fileError(action: string, path: string, error: unknown): FileError {
  const { code = '', message } = error as NodeJS.ErrnoException
  return new FileError(`${action} ${path}: ${reasons[code] ?? message}`, error)
}
