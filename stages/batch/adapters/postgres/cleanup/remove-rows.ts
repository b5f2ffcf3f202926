import type { Session } from '../connection/session.ts'

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
export interface Slice {
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
