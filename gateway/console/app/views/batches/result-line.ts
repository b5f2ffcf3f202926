import { ApiError } from '../../api/api-error.ts'
import { type Values, valuesOf } from '../../api/inspection-request.ts'

/** A line of `GET /batches/{id}/results`: it has `result`, or it is a failure with `code`. */
export interface ResultLine {
  readonly n: number
  readonly id: string
  readonly operation: string
  readonly parameters: Readonly<Record<string, unknown>>
  readonly url: string
  readonly result?: unknown
  readonly code?: string
  readonly status?: number
  readonly message?: string
  readonly details?: unknown
  readonly stage?: string
  /** Of crawls: clicks from a start page, and the page that linked to it. */
  readonly depth?: number
  readonly from?: string | null
}

/** What a batch is about, as far as its first result tells. */
export interface Subject {
  readonly operation: string
  /** Of a crawl, the page that linked to the first result, where one did: as a rule that is a start page. */
  readonly url: string
  readonly isCrawl: boolean
}

/** What the batch of a line is about. */
export function subjectOf({ operation, url, depth, from }: ResultLine): Subject {
  return { operation, url: from ?? url, isCrawl: depth !== undefined }
}

/** The failure that a line reports; null = it has a result. */
export function failureOf({ code, status = 0, message = '', details }: ResultLine): ApiError | null {
  if (code === undefined) return null
  const about = typeof details === 'object' && details !== null && !Array.isArray(details) ? details : {}
  return new ApiError(message, { code, status, details: about as Record<string, unknown> })
}

/** The parameters of a line as texts, by the names of the API. */
export function parametersOf({ parameters, url }: Pick<ResultLine, 'parameters' | 'url'>): Values {
  return { ...valuesOf(parameters), url }
}
