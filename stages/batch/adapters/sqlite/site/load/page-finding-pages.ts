import type { DatabaseSync } from 'node:sqlite'
import { readFound } from '../../../../site/records/found-record.ts'
import { readResult } from '../../../../site/records/result-record.ts'
import type { FindingPages } from '../../../../site/report/selection/finding-pages.ts'
import type { SiteResults } from '../../../../site/site.ts'
import { rowsOf } from './rows.ts'

/**
 * What a rule about pages found, by the places of results that have an audit. Which pages failed it is read at once, what was
 * found when it is asked for.
 */
export function pageFindingPages(
  db: DatabaseSync,
  batch: number,
  rule: string,
  { line, overall }: Pick<SiteResults, 'line' | 'overall'>,
): FindingPages {
  const failed = failedLines(db, batch, rule)
  const select = db.prepare('SELECT record FROM site_found WHERE batch = ? AND n = ?')
  return {
    isFound: (at) => (overall[at] as number) >= 0 && failed.has(line[at] as number),
    foundAt(at) {
      const row = select.get(batch, line[at] as number)
      return row === undefined ? null : readFound(row.record as Uint8Array, rule)
    },
  }
}

function failedLines(db: DatabaseSync, batch: number, rule: string): ReadonlySet<number> {
  const lines = new Set<number>()
  const id = db.prepare('SELECT id FROM site_texts WHERE batch = ? AND text = ?').get(batch, rule)?.id
  if (id === undefined) return lines
  const results = rowsOf<readonly [n: number, record: Uint8Array]>(
    db,
    'SELECT n, record FROM site_results WHERE batch = ?',
    batch,
  )
  for (const [n, record] of results)
    if (readResult(record).audit?.rules.some(([failed]) => failed === id)) lines.add(n)
  return lines
}
