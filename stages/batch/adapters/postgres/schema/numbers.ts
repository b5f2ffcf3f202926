import type { NewItem } from '../../../frontier/frontier.ts'

/** The batch number of deferred requests of external producers. Their queues work like those of a batch. */
export const EXTERNAL_PRODUCERS = 0

/** The roles of items as rows have them. */
export const storedRoles = { page: 0, discovery: 1 } as const satisfies Record<NewItem['role'], number>

/** The role of a row. */
export function roleOf(stored: number): NewItem['role'] {
  return stored === storedRoles.discovery ? 'discovery' : 'page'
}
