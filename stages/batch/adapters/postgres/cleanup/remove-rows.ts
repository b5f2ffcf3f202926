import type { Session } from '../connection/postgres.ts'
import { storedRoles } from '../schema/frontier-schema.ts'

/** A table with rows of batches, and the columns behind `batch` in one of its indexes. */
export interface Table {
  readonly name: string
  readonly keys: readonly Key[]
}

interface Key {
  readonly column: string
  readonly type: keyof typeof firstKeys
}

const firstKeys = {
  bigint: '-9223372036854775808',
  uuid: '00000000-0000-0000-0000-000000000000',
  text: '',
} as const

function table(name: string, column: string, type: Key['type'] = 'bigint', ...more: readonly Key[]): Table {
  return { name, keys: [{ column, type }, ...more] }
}

/** What a batch needs until it has finished. */
export const tablesOfWork: readonly Table[] = [
  table('items', 'seq'),
  table('held_items', 'family', 'bigint', { column: 'n', type: 'bigint' }),
  table('page_families', 'id'),
  table('families', 'hash', 'uuid'),
  table('seen', 'hash', 'uuid'),
  table('parameters', 'hash', 'uuid'),
  table('queues', 'host', 'text'),
]

/** What is kept of a finished batch. */
export const tablesOfResults: readonly Table[] = [
  table('result_rows', 'first'),
  table('site_results', 'n'),
  table('site_pages', 'url'),
  table('site_examples', 'rule', 'bigint', { column: 'seq', type: 'bigint' }),
  table('site_rules', 'rule'),
  table('site_found', 'n'),
  table('site_listed', 'url'),
  table('site_sitemap_origins', 'origin'),
  table('site_probes', 'url'),
  table('site_texts', 'hash', 'uuid'),
  table('rejections', 'position'),
]

/** Which rows of a table are removed next. */
interface Slice {
  /** The keys of the first row that is left; null = the first one of all. */
  readonly from: readonly string[] | null
  readonly rows: number
}

/** Removes the first rows of a batch in a table. Returns the keys of the first one that is left; null when none is. */
export async function removeRange(
  session: Session,
  { name, keys }: Table,
  batch: number,
  { from, rows }: Slice,
): Promise<readonly string[] | null> {
  const columns = keys.map(({ column }) => `${name}.${column}`).join(', ')
  const texts = keys.map(({ column }) => `${name}.${column}::text`).join(', ')
  const bound = (at: number) => keys.map(({ type }, key) => `$${at + key}::${type}`).join(', ')
  const first = from ?? keys.map(({ type }) => firstKeys[type])
  const range = `batch = $1 AND (${columns}) >= (${bound(2)})`
  const [found] = await session.query<{ keys: readonly string[] }>(
    `SELECT ARRAY[${texts}] AS keys FROM ${name} WHERE ${range} ORDER BY ${columns} OFFSET $${2 + keys.length} LIMIT 1`,
    [batch, ...first, rows],
  )
  const end = found === undefined ? '' : `AND (${columns}) < (${bound(2 + keys.length)})`
  await session.query(`DELETE FROM ${name} WHERE ${range} ${end}`, [batch, ...first, ...(found?.keys ?? [])])
  return found?.keys ?? null
}

const FREE_OBJECTS = `
  WITH removed AS (DELETE FROM segments WHERE batch = $1 RETURNING object)
  INSERT INTO unnamed_objects (object, made_at) SELECT object, '-infinity' FROM removed
  ON CONFLICT (object) DO UPDATE SET made_at = excluded.made_at`
const REMOVE = 'DELETE FROM batches WHERE num = $1'

/** Removes a batch whose rows are gone. The objects of its results are removed by whoever sweeps objects without a name. */
export async function removeBatch(session: Session, num: number): Promise<void> {
  await session.query(FREE_OBJECTS, [num])
  await session.query(REMOVE, [num])
}

/**
 * Locked items are left for later: who ends them may wait for the batch's lock, which the caller holds. The end of a pass is when
 * no item is left, also none that is locked.
 */
const removal = (condition: string) => `
  WITH next AS (
    SELECT seq FROM items WHERE batch = $1 AND seq > $2 ${condition} ORDER BY seq LIMIT $3 FOR UPDATE SKIP LOCKED
  ), removed AS (
    DELETE FROM items USING next WHERE items.batch = $1 AND items.seq = next.seq RETURNING items.seq, role
  )
  SELECT count(*)::int AS items, count(*) FILTER (WHERE role = ${storedRoles.discovery})::int AS discoveries, max(seq) AS last
  FROM removed`
const question = (condition: string) => `
  SELECT EXISTS (SELECT FROM items WHERE batch = $1 ${condition}) AS has_more`

const IS_WAITING = 'AND due_at IS NULL'
const statements = {
  all: { remove: removal(''), ask: question('') },
  waiting: { remove: removal(IS_WAITING), ask: question(IS_WAITING) },
} as const

/** Items that were removed. */
interface RemovedItems {
  readonly pages: number
  readonly discoveries: number
  /** The number of the last one; null = a new pass begins. */
  readonly last: readonly string[] | null
  readonly hasMore: boolean
}

interface RemovedRow {
  readonly items: number
  readonly discoveries: number
  readonly last: number | null
}

/** Removes some items of a batch behind `after`: all, or those that wait. */
export async function removeItems(
  session: Session,
  which: keyof typeof statements,
  batch: number,
  after: readonly string[] | null,
  rows: number,
): Promise<RemovedItems> {
  const { remove, ask } = statements[which]
  const [removed] = await session.query<RemovedRow>(remove, [batch, after?.[0] ?? '0', rows])
  const { items, discoveries, last } = removed as RemovedRow
  const counts = { pages: items - discoveries, discoveries }
  if (items === rows) return { ...counts, last: [String(last)], hasMore: true }
  const [left] = await session.query<{ has_more: boolean }>(ask, [batch])
  return { ...counts, last: null, hasMore: left?.has_more ?? false }
}
