import {
  type Details,
  type ErrorCode,
  errorCodes,
  type Failure,
  type Operation,
  type Problem,
} from '#shared/errors.ts'
import { errorStatusOf, errorStatusProblem } from './error-status.ts'

/** A failure as an operation reports it: infra/docs/clients.md#errors. */
export interface Reported {
  readonly code: ErrorCode
  readonly status: number
  readonly message: string
  readonly details: Details | null
}

type Cell = readonly [code: ErrorCode, status: number]

/** The cells of the error table that differ from the own status of the code. */
const columns: Readonly<Record<Operation, Partial<Record<ErrorCode, Cell>>>> = {
  snapshot: {
    TIMEOUT: ['TIMEOUT', 408],
    INVALID_URL: ['VALIDATION_ERROR', 400],
    UNSUPPORTED_CONTENT: ['URL_UNREACHABLE', 422],
    BROWSER_CRASHED: ['SERVICE_UNAVAILABLE', 503],
  },
  metadata: {
    TIMEOUT: ['TIMEOUT', 500],
    INVALID_URL: ['VALIDATION_ERROR', 400],
    URL_UNREACHABLE: ['URL_UNREACHABLE', 500],
    UNSUPPORTED_CONTENT: ['UNSUPPORTED_CONTENT', 500],
    RESPONSE_TOO_LARGE: ['RESPONSE_TOO_LARGE', 500],
  },
  performance: {
    TIMEOUT: ['TIMEOUT', 408],
    INVALID_URL: ['VALIDATION_ERROR', 400],
    URL_UNREACHABLE: ['PAGE_LOAD_FAILED', 502],
    UNSUPPORTED_CONTENT: ['PAGE_LOAD_FAILED', 502],
    RESPONSE_TOO_LARGE: ['PAGE_LOAD_FAILED', 502],
  },
  'seo-audit': {},
}

/** Code, status, message and details with which `operation` reports the failure. */
export function reportFailure(operation: Operation | null, failure: Failure): Reported {
  const problem = operation === 'seo-audit' ? worstProblem(failure) : null
  if (problem !== null) return reportProblem(problem)
  const [code, status] = (operation && columns[operation][failure.code]) ?? [
    failure.code,
    errorCodes[failure.code],
  ]
  return { code, status, message: failure.message, details: detailsAs(code, failure) }
}

/** The details of the reported code. */
function detailsAs(code: ErrorCode, failure: Failure): Details | null {
  if (code === failure.code) return failure.details
  if (code === 'VALIDATION_ERROR') return [refusedTarget(failure)]
  if (code === 'URL_UNREACHABLE') return notRenderable(failure)
  if (code === 'PAGE_LOAD_FAILED') return [unloaded(failure)]
  return failure.details
}

/** A refused target as a problem of the parameter `url`. */
function refusedTarget({ details, message }: Failure): Problem {
  const { url } = details as { url: string }
  return { code: 'custom', expected: 'public http(s) URL', received: url, path: ['url'], message }
}

/** The details of a target that the browser does not display (not HTML): infra/docs/clients.md#errors. */
function notRenderable({ details }: Failure): Details {
  const { url, status_code = null } = details as { url: string; status_code?: number | null }
  return { url, reason: 'not_renderable', status_code }
}

/** Why a page did not load, as a problem of the parameter `url`. */
function unloaded({ details, message }: Failure): Problem {
  const { reason, content_type, limit_bytes } = details as Unloaded
  const status = errorStatusOf(details)
  if (status !== null) return errorStatusProblem(status, message)
  const problem = { code: 'custom', path: ['url'], message } as const
  if (limit_bytes !== undefined) {
    return { ...problem, expected: `at most ${limit_bytes} bytes`, received: 'more' }
  }
  if (content_type !== undefined) {
    return { ...problem, expected: 'a page', received: content_type ?? 'no content type' }
  }
  return { ...problem, expected: 'a page that loads', received: reason ?? 'unreachable' }
}

/** Details of the failures that are reported as one. */
interface Unloaded {
  readonly reason?: string
  readonly content_type?: string | null
  readonly limit_bytes?: number
}

/** The problem to report where there is room for one: the first about the target, else the first. */
function worstProblem({ code, details }: Failure): Problem | null {
  if (code !== 'VALIDATION_ERROR' || !Array.isArray(details)) return null
  const problems: readonly Problem[] = details
  return problems.find(isOfUrl) ?? problems[0] ?? null
}

function isOfUrl({ path }: Problem): boolean {
  return path[0] === 'url'
}

/** How the audit reports problems with status 400: it names one parameter. */
function reportProblem(problem: Problem): Reported {
  const { code, path, received, message } = problem
  const parameter = path.join('.')
  if (!isOfUrl(problem)) {
    const reason = message.startsWith(`${parameter} `) ? message.slice(parameter.length + 1) : message
    return reported('VALIDATION_ERROR', message, { parameter, reason })
  }
  // A client may also send the text "undefined".
  if (code === 'invalid_type' && received === 'undefined') {
    return reported('MISSING_PARAMETER', message, { parameter, location: 'query' })
  }
  return reported('INVALID_URL', message, { url: received, reason: 'invalid_url' })
}

function reported(code: ErrorCode, message: string, details: Details): Reported {
  return { code, status: errorCodes[code], message, details }
}
