import { explain } from '../../api/remedies.ts'

/** An inspection in `GET /inspections`. */
export interface ListedInspection {
  readonly id: string
  readonly operation: string
  readonly url: string
  readonly state: 'running' | 'done' | 'failed'
  readonly code: string | null
  readonly created_at: string
  readonly ms: number | null
}

/** A page of the owner's inspections, newest first. */
export interface InspectionPage {
  readonly inspections: readonly ListedInspection[]
  readonly next_cursor: string | null
}

/** The query parameters of the list that the address has, too. */
export const filters = ['operation', 'host', 'state'] as const

const RUNNING_MS = 2000
const NEWEST_MS = 10_000

/**
 * Milliseconds until a page is loaded again: soon while one of its inspections runs; the newest page also without one; an
 * older page that has ended stays as it is (null).
 */
export function refreshMs(page: InspectionPage | null, isNewest: boolean): number | null {
  if (page?.inspections.some(({ state }) => state === 'running')) return RUNNING_MS
  return page === null || isNewest ? NEWEST_MS : null
}

/** Why an inspection failed, in words; the empty text for any other. */
export function problemInWords({ state, code }: Pick<ListedInspection, 'state' | 'code'>): string {
  return state === 'failed' ? explain({ code: code ?? '' }).title : ''
}
