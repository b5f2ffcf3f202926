import { parseRefresh } from '#shared/page/refresh.ts'
import type { PageDocument } from '../../../document/page-document.ts'

/** Characters of a value that are read. */
const MAX_CHARS = 2000

/**
 * The seconds after which the value of a `refresh` pragma reloads the page or leaves it (HTML Standard, 4.2.5.3); null
 * for values that browsers ignore.
 */
export function refreshTime(document: PageDocument, content: string): number | null {
  const refresh = parseRefresh(content.slice(0, MAX_CHARS))
  if (refresh === null) return null
  const { seconds, address } = refresh
  return address !== null && document.resolve(address) === null ? null : seconds
}
