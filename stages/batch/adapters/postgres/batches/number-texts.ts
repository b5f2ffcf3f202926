import { unavailable } from '#shared/errors.ts'
import { digest } from '../../../frontier/decisions/item-hash.ts'
import { queryRows, type Session } from '../connection/postgres.ts'

/** A text of a batch, by the number of the batch. */
export interface BatchText {
  readonly batch: number
  readonly text: string
}

/** Numbers of texts within their batches. */
export interface TextNumbers {
  /** Throws for a text that was not asked for. */
  of(batch: number, text: string): number
  /**
   * To be called in the transaction that stores the numbers. Rejects with `SERVICE_UNAVAILABLE` when the texts are not there: a server
   * that took the place of another one may lack the last ones.
   */
  confirm(session: Session): Promise<void>
}

interface HashedText extends BatchText {
  /** See `digest`. */
  readonly hash: string
}

interface Known {
  readonly batch: number
  readonly hash: string
  readonly id: number
}

/** Rows are added in order of the hashes: two processes that add the same texts wait for each other and never in a circle. */
const statementsOf = (table: string, column: string) => ({
  find: `
    SELECT batch, replace(hash::text, '-', '') AS hash, id
    FROM unnest($1::bigint[], $2::uuid[]) AS given (batch, hash) JOIN ${table} USING (batch, hash)`,
  add: `
    INSERT INTO ${table} (batch, hash, ${column})
    SELECT * FROM unnest($1::bigint[], $2::uuid[], $3::text[]) AS given (batch, hash, text) ORDER BY batch, hash
    ON CONFLICT DO NOTHING RETURNING batch, replace(hash::text, '-', '') AS hash, id`,
  confirm: `
    SELECT FROM unnest($1::bigint[], $2::bigint[], $3::uuid[]) AS given (id, batch, hash) JOIN ${table} USING (id, batch, hash)`,
})

const tables = {
  site: { ...statementsOf('site_texts', 'text'), isEachConfirmed: false },
  /** A batch has few parameter sets, which are JSON without `url`. */
  parameters: { ...statementsOf('parameters', 'json'), isEachConfirmed: true },
}

/**
 * Numbers texts, and adds those that are new. To be called outside of a transaction, unless it holds the locks of the batches: a
 * rollback would take numbers back that others have seen, and the locks of new texts are held for one statement. A text that is not
 * used in the end goes with its batch. Rejects with `SERVICE_UNAVAILABLE` when a batch is removed meanwhile.
 */
export async function numberTexts(
  session: Session,
  table: keyof typeof tables,
  texts: Iterable<BatchText>,
): Promise<TextNumbers> {
  const statements = tables[table]
  const given = distinct(texts)
  const known = new Map<string, Known>()
  async function learn(text: string, ...columns: readonly (keyof HashedText)[]): Promise<void> {
    const missing = [...given.values()].filter((one) => !known.has(keyOf(one)))
    const rows: Known[] = await queryRows(session, text, missing, ...columns)
    for (const row of rows) known.set(keyOf(row), row)
  }
  await learn(statements.find, 'batch', 'hash')
  await learn(statements.add, 'batch', 'hash', 'text')
  // Another process has added the others meanwhile.
  await learn(statements.find, 'batch', 'hash')
  if (known.size < given.size) throw unavailable('batches', new Error('texts of a batch were removed'))
  return {
    of(batch, text) {
      const hashed = given.get(textKey(batch, text))
      const number = hashed && known.get(keyOf(hashed))
      if (number === undefined) throw new Error('the text was not numbered')
      return number.id
    },
    async confirm(session) {
      const rows = statements.isEachConfirmed ? [...known.values()] : newestOf(known.values())
      const found = await queryRows(session, statements.confirm, rows, 'id', 'batch', 'hash')
      if (found.length < rows.length) throw unavailable('batches', new Error('texts of a batch are missing'))
    },
  }
}

/** The newest one stands for all: what was committed before it is there as well. */
function newestOf(known: Iterable<Known>): Known[] {
  const all = [...known]
  return all.length === 0 ? [] : [all.reduce((newest, one) => (one.id > newest.id ? one : newest))]
}

function distinct(texts: Iterable<BatchText>): Map<string, HashedText> {
  const given = new Map<string, HashedText>()
  for (const { batch, text } of texts) {
    const key = textKey(batch, text)
    if (!given.has(key)) given.set(key, { batch, text, hash: digest(text) })
  }
  return given
}

const textKey = (batch: number, text: string) => `${batch} ${text}`
const keyOf = ({ batch, hash }: Pick<Known, 'batch' | 'hash'>) => `${batch} ${hash}`
