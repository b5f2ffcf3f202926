import type { KeyBody } from '../../../../access/key-answers.ts'
import { formatCount } from '../../ui/format.ts'

/** A key in `GET /keys`; never its secret. */
export type ListedKey = Omit<KeyBody, 'metadata_ttl_seconds'>

/** The id within an API key, `pp_<id>_<secret>`; null for a text that is none. */
export function idOfKey(key: string | null): string | null {
  const [, id = null] = /^pp_([A-Za-z0-9]{8})_/.exec(key ?? '') ?? []
  return id
}

/** Own limits in words: `snapshot 200, batch 1,000`; those of the plan where the key has none. */
export function limitsInWords(limits: Readonly<Record<string, number>>): string {
  const own = Object.entries(limits).map(([operation, limit]) => `${operation} ${formatCount(limit)}`)
  return own.length === 0 ? "the plan's" : own.join(', ')
}

/** Keys in the order of the table: active ones first, then the newest first. */
export function sortedKeys(keys: readonly ListedKey[]): ListedKey[] {
  return [...keys].sort((a, b) => a.state.localeCompare(b.state) || b.created_at.localeCompare(a.created_at))
}
