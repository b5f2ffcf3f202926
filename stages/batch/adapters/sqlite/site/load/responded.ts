import type { DatabaseSync } from 'node:sqlite'
import { reasonsOfPage } from '#shared/operations/error-status.ts'
import type { ResultRecord } from '../../../../site/records/result-record.ts'

/** Codes of failures whose status is that of the page. */
const codesOfPage = ['UNSUPPORTED_CONTENT', 'PAGE_LOAD_FAILED'] as const

/** The lowest status of an error. */
const ERROR = 400

/**
 * Makes the function that returns the error status with which the page of a result itself responded; 0 = it did not, or that is
 * not known. A failure may also have the status of the site's robots.txt, which says nothing about the page.
 */
export function respondedWith(
  db: DatabaseSync,
  batch: number,
): (result: Pick<ResultRecord, 'code' | 'reason' | 'status'>) => number {
  const select = db.prepare('SELECT id FROM site_texts WHERE batch = ? AND text = ?')
  const idOf = (text: string) => (select.get(batch, text)?.id as number | undefined) ?? -1
  const codes = new Set(codesOfPage.map(idOf))
  const reasons = new Set(reasonsOfPage.map(idOf))
  return ({ code, reason, status }) => {
    const isOwn = code === 0 || codes.has(code) || reasons.has(reason)
    return isOwn && status !== null && status >= ERROR ? status : 0
  }
}
