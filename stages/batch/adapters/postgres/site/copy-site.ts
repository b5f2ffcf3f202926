import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { unavailable } from '#shared/errors.ts'
import { leftover } from '../../../frontier/decisions/batch-counts.ts'
import { versionOf } from '../../sqlite/site/site-reader.ts'
import { makeTables } from '../../sqlite/statements/schema.ts'
import { isBatchId } from '../batches/batch-rows.ts'
import type { Session } from '../connection/postgres.ts'

/** A batch as it is in a copy. */
export interface SiteRow {
  readonly num: number
  /** That of `versionOf`. */
  readonly version: string
  /** What makes another report besides the version. */
  readonly state: string
  /** Columns of `batches` in the copy. */
  readonly columns: Readonly<Record<string, SQLInputValue>>
}

type Columns = Parameters<typeof versionOf>[0] &
  Readonly<Record<'state' | 'finished_at', SQLInputValue>> &
  SiteRow['columns']

/** A time as a file has it: milliseconds since the epoch. */
const ms = (column: string) =>
  `round(extract(epoch FROM date_trunc('milliseconds', ${column})) * 1000)::bigint AS ${column}`

const FIND = `
  SELECT num, id, request, state, ${ms('created_at')}, ${ms('finished_at')}, site_state, lines, discoveries AS scouts,
    open_discoveries AS scouts_waiting, 0 AS scouts_running
  FROM batches WHERE id = $1::uuid AND leftovers < ${leftover.all}`

/** Null when there is no such batch. */
export async function findSite(session: Session, id: string): Promise<SiteRow | null> {
  const [columns] = isBatchId(id) ? await session.query<Columns>(FIND, [id]) : []
  if (columns === undefined) return null
  const { num, state, finished_at } = columns
  return { num, version: versionOf(columns), state: `${state} ${finished_at}`, columns }
}

/** A table of which all rows of a batch are copied, or those that a condition names. */
interface CopiedTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly condition?: string
}

const texts: CopiedTable = { name: 'site_texts', columns: ['id', 'batch', 'text'] }
/** What sitemaps list, and what links answer. */
const surroundings: readonly CopiedTable[] = [
  { name: 'site_listed', columns: ['batch', 'url'] },
  { name: 'site_sitemap_origins', columns: ['batch', 'origin'] },
  { name: 'site_probes', columns: ['batch', 'url', 'status', 'error', 'location'] },
]
const TEXTS_OF_SURROUNDINGS = `id IN (
  SELECT url FROM site_listed WHERE batch = $1 UNION SELECT origin FROM site_sitemap_origins WHERE batch = $1
  UNION SELECT unnest(ARRAY[url, error, location]) FROM site_probes WHERE batch = $1)`
const pages = [
  'url',
  'seq',
  'final_url',
  'is_blocked',
  'alternates',
  'nodes',
  'links',
  'record',
  'link_texts',
]
const gathered: readonly CopiedTable[] = [
  texts,
  { name: 'site_results', columns: ['batch', 'n', 'record'] },
  { name: 'site_pages', columns: ['batch', ...pages] },
  { name: 'site_rules', columns: ['batch', 'rule', 'category', 'severity', 'title', 'fix', 'docs_url'] },
  { name: 'site_examples', columns: ['batch', 'rule', 'url', 'seq', 'selector', 'snippet', 'message'] },
  { name: 'site_found', columns: ['batch', 'n', 'record'] },
  ...surroundings,
]

/** As in a file, but for the index, which costs less when all texts are there: most rows are texts. */
const SITE_TEXTS =
  'CREATE TABLE site_texts (id INTEGER PRIMARY KEY, batch INTEGER NOT NULL, text TEXT NOT NULL) STRICT'
const INDEX_OF_TEXTS = 'CREATE INDEX texts_of_site ON site_texts (batch, text)'

/** Of the copy's pages in memory while it is filled; a reader keeps fewer. */
const CACHE_KIB = 32_768
/** Rows of one answer. */
const SLICE_ROWS = 2000

/**
 * Copies what reports need of a batch into a temporary database, with the tables of a frontier in a file, of one moment. The
 * transaction has done nothing yet. Null when there is no such batch. The copy is complete after `completeCopy`.
 */
export async function copySite(
  session: Session,
  id: string,
): Promise<{ readonly db: DatabaseSync; readonly row: SiteRow } | null> {
  await session.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const row = await findSite(session, id)
  if (row === null) return null
  const db = new DatabaseSync('')
  try {
    db.exec(`PRAGMA journal_mode = OFF; PRAGMA cache_size = -${CACHE_KIB}; ${SITE_TEXTS}`)
    makeTables(db)
    db.exec('BEGIN')
    insertInto(db, 'batches', Object.keys(row.columns))(Object.values(row.columns))
    for (const table of gathered) await copyRows(session, db, table, row.num)
    return { db, row }
  } catch (error) {
    db.close()
    throw meaningOf(error)
  }
}

/** Makes a copy ready for readers, when its transaction has ended: that would wait for this. */
export function completeCopy(db: DatabaseSync): void {
  try {
    db.exec(`${INDEX_OF_TEXTS}; COMMIT`)
  } catch (error) {
    db.close()
    throw meaningOf(error)
  }
}

function meaningOf(error: unknown): unknown {
  return isOfSqlite(error) ? unavailable('disk', error) : error
}

/** The temporary folder is full, or cannot be written. */
function isOfSqlite(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error
}

/** Copies what sitemaps list and links answer into a copy that has the rest already. */
export async function copySurroundings(session: Session, db: DatabaseSync, num: number): Promise<void> {
  await session.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
  for (const table of [{ ...texts, condition: TEXTS_OF_SURROUNDINGS }, ...surroundings])
    await copyRows(session, db, table, num)
}

type InsertRow = (values: readonly SQLInputValue[]) => void

/** Rows that are there already stay. */
function insertInto(db: DatabaseSync, table: string, columns: readonly string[]): InsertRow {
  const places = columns.map(() => '?').join(', ')
  const insert = db.prepare(`INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${places})`)
  return (values) => void insert.run(...values)
}

async function copyRows(
  session: Session,
  db: DatabaseSync,
  { name, columns, condition = 'true' }: CopiedTable,
  num: number,
): Promise<void> {
  const insert = insertInto(db, name, columns)
  await session.query(
    `DECLARE rows NO SCROLL CURSOR FOR SELECT ${columns.join(', ')} FROM ${name}
     WHERE batch = $1 AND ${condition} ORDER BY ${columns.find((column) => column !== 'batch')}`,
    [num],
  )
  for (;;) {
    const rows = await session.query<Record<string, SQLInputValue | boolean>>(`FETCH ${SLICE_ROWS} FROM rows`)
    for (const row of rows) insert(columns.map((column) => stored(row[column])))
    if (rows.length < SLICE_ROWS) break
  }
  await session.query('CLOSE rows')
}

/** SQLite has no truth values. */
function stored(value: SQLInputValue | boolean | undefined): SQLInputValue {
  if (typeof value === 'boolean') return Number(value)
  return value ?? null
}
