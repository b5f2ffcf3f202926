import type { Problem } from '#shared/errors.ts'

const EXPECTED = 'an HTTP status below 400'

/** The problem of a page that answers with an error status: `received` is the status. */
export function errorStatusProblem(status: number, message: string): Problem {
  return { code: 'custom', expected: EXPECTED, received: `${status}`, path: ['url'], message }
}

/**
 * Reasons of `URL_UNREACHABLE` whose `status_code` is that of the page. With another one it is that of the site's robots.txt.
 */
export const reasonsOfPage = ['http_error', 'overloaded', 'empty_response', 'not_renderable'] as const

const ofPage: ReadonlySet<unknown> = new Set(reasonsOfPage)

/** The error status (400 to 599) with which the page itself answered, in the details of a failure; null = it is not told. */
export function errorStatusOf(details: unknown): number | null {
  if (Array.isArray(details)) return details.map(ofProblem).find((status) => status !== null) ?? null
  if (typeof details !== 'object' || details === null) return null
  const { reason, status_code } = details as { readonly reason?: unknown; readonly status_code?: unknown }
  return (ofPage.has(reason) || 'content_type' in details) && isError(status_code) ? status_code : null
}

function ofProblem(problem: unknown): number | null {
  if (typeof problem !== 'object' || problem === null) return null
  const { expected, received } = problem as Partial<Problem>
  const status = Number(received)
  return expected === EXPECTED && isError(status) ? status : null
}

function isError(status: unknown): status is number {
  return Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599
}
