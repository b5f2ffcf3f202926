import { DatabaseSync } from 'node:sqlite'
import type { FailedPageRule } from '#shared/messages/payloads/site-facts.ts'
import { type BatchRow, batchesTable, batchOf } from '../../statements/batches.ts'
import { readPage, renumberPage, writeLinkTexts, writePage } from '../records/page-record.ts'
import { readResult, renumberResult, writeResult } from '../records/result-record.ts'
import { NumberWriter } from '../records/varints.ts'
import { siteTables } from '../statements.ts'
import { copyHome, fillCopy } from './copy-batch.ts'
import { lineNumbers } from './line-numbers.ts'

/** What a shard has of a batch, in a file that `copyBatch` made. */
export interface ShardCopy {
  readonly shard: number
  readonly path: string
}

/** The part of a batch that is merged into another one. */
interface Merge {
  readonly source: DatabaseSync
  readonly tables: ReturnType<typeof siteTables>
  /** Number of the batch in the source. */
  readonly from: number
  /** Number of the batch in the file that has all. */
  readonly to: number
  /** The number there of a text of the source. */
  numberOf(text: number): number
}

const writer = new NumberWriter()

/**
 * Merges what several shards have of a list into a new file at `target`, as if one shard had it all. The first copy is that of
 * its home. Results whose lines have no number in the batch yet are left out.
 */
export function mergeCopies(id: string, copies: readonly [ShardCopy, ...ShardCopy[]], target: string): void {
  const [home] = copies
  fillCopy(target, home.path, (db) => {
    copyHome(db, id)
    const row = db.prepare('SELECT * FROM main.homes').get() as HomeColumns | undefined
    if (row === undefined) return
    const batches = batchesTable(db)
    batches.insert(batchOf(row))
    const merged = batches.get(id) as BatchRow
    const tables = siteTables(db)
    const parts = copies.map(({ shard, path }) => {
      const source = new DatabaseSync(path, { readOnly: true })
      try {
        return mergeOne({ source, tables, to: merged.num }, id, lineNumbers(db, shard))
      } finally {
        source.close()
      }
    })
    merged.lines = parts.reduce((sum, { results }) => sum + results, 0)
    if (parts.every(({ hasEnded }) => hasEnded)) merged.finished_at = row.finished_at
    batches.save(merged)
  })
}

type HomeColumns = Pick<BatchRow, 'id' | 'request' | 'state' | 'created_at' | 'finished_at'>

/** Returns how many results were merged, and whether none will follow from there. */
function mergeOne(
  parts: Pick<Merge, 'source' | 'tables' | 'to'>,
  id: string,
  lineOf: (own: number) => number | null,
): { readonly results: number; readonly hasEnded: boolean } {
  const row = batchesTable(parts.source).get(id)
  if (row === null) return { results: 0, hasEnded: true }
  const merge: Merge = { ...parts, from: row.num, numberOf: numbersOf(parts) }
  const results = mergeResults(merge, lineOf)
  mergePages(merge)
  mergeRules(merge)
  return { results, hasEnded: row.finished_at !== null }
}

function numbersOf({ source, tables, to }: Pick<Merge, 'source' | 'tables' | 'to'>): Merge['numberOf'] {
  const select = source.prepare('SELECT text FROM site_texts WHERE id = ?')
  const known = new Map<number, number>()
  return (text) => {
    const number = known.get(text) ?? tables.texts.of(to, select.get(text)?.text as string)
    known.set(text, number)
    return number
  }
}

/** The results of a batch with what their audits found. */
const RESULTS = `
  SELECT n, site_results.record, site_found.record AS found FROM site_results LEFT JOIN site_found USING (batch, n)
  WHERE batch = ? ORDER BY n`

function mergeResults(
  { source, tables, from, to, numberOf }: Merge,
  lineOf: (own: number) => number | null,
): number {
  let results = 0
  for (const { n, record, found } of source.prepare(RESULTS).iterate(from)) {
    const line = lineOf(n as number)
    if (line === null) continue
    const result = renumberResult(readResult(record as Uint8Array), numberOf)
    tables.insertResult(to, line, writeResult(writer, result))
    if (found !== null) tables.insertFound(to, line, found as Uint8Array)
    results += 1
  }
  return results
}

function mergePages({ source, tables, from, to, numberOf }: Merge): void {
  const rows = source.prepare('SELECT url, seq, record, link_texts FROM site_pages WHERE batch = ?')
  for (const { url, seq, record, link_texts } of rows.iterate(from)) {
    const page = renumberPage(readPage(record as Uint8Array, link_texts as Uint8Array), numberOf)
    const { head } = page
    const stored = { head, record: writePage(writer, page), linkTexts: writeLinkTexts(writer, page) }
    tables.insertPage(to, numberOf(url as number), seq as number, stored)
  }
}

interface RuleColumns extends Pick<FailedPageRule, 'category' | 'severity' | 'title' | 'fix'> {
  readonly rule: number
  readonly docs_url: string
}

interface ExampleColumns extends Pick<FailedPageRule, 'selector' | 'snippet' | 'message'> {
  readonly rule: number
  readonly url: string
  readonly seq: number
}

function mergeRules({ source, tables, from, to, numberOf }: Merge): void {
  const rules = source.prepare('SELECT * FROM site_rules WHERE batch = ?').all(from)
  for (const { rule, docs_url: docsUrl, ...about } of rules as unknown as RuleColumns[])
    tables.insertRule(to, numberOf(rule), { ...about, docsUrl })
  const examples = source.prepare('SELECT * FROM site_examples WHERE batch = ?').all(from)
  for (const { rule, url, seq, ...example } of examples as unknown as ExampleColumns[])
    tables.insertExample({ batch: to, rule: numberOf(rule), url, seq }, example)
}
