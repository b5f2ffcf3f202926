import { hash } from 'node:crypto'
import { unavailable } from '#shared/errors.ts'
import type { Session } from '../connection/session.ts'
import { storedText } from './stored-text.ts'

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
  /** 16 bytes as hexadecimal digits. */
  readonly hash: string
}

interface Known {
  readonly batch: number
  readonly hash: string
  readonly id: number
}

const HEX_DIGITS = 32

const FIND = `
  SELECT batch, replace(hash::text, '-', '') AS hash, id
  FROM unnest($1::bigint[], $2::uuid[]) AS given (batch, hash) JOIN site_texts USING (batch, hash)`

/** In order of the hashes: two processes that add the same texts wait for each other and never in a circle. */
const ADD = `
  INSERT INTO site_texts (batch, hash, text)
  SELECT * FROM unnest($1::bigint[], $2::uuid[], $3::text[]) AS given (batch, hash, text) ORDER BY batch, hash
  ON CONFLICT DO NOTHING RETURNING batch, replace(hash::text, '-', '') AS hash, id`

const CONFIRM = 'SELECT FROM site_texts WHERE id = $1 AND batch = $2 AND hash = $3::uuid'

/**
 * Numbers texts, and adds those that are new. To be called outside of a transaction, whose rollback would take numbers back that others
 * have seen: the locks of new texts are held for one statement. A text that is not used in the end goes with its batch. Rejects with
 * `SERVICE_UNAVAILABLE` when a batch is removed meanwhile.
 */
export async function numberTexts(session: Session, texts: Iterable<BatchText>): Promise<TextNumbers> {
  const given = distinct(texts)
  const known = new Map<string, Known>()
  const learn = (rows: readonly Known[]) => {
    for (const row of rows) known.set(keyOf(row), row)
  }
  const missing = () => [...given.values()].filter((text) => !known.has(keyOf(text)))
  learn(await find(session, missing()))
  learn(await add(session, missing()))
  // Another process has added the others meanwhile.
  learn(await find(session, missing()))
  if (missing().length > 0) throw unavailable('batches', new Error('texts of a site were removed'))
  return {
    of(batch, text) {
      const hashed = given.get(textKey(batch, text))
      const number = hashed && known.get(keyOf(hashed))
      if (number === undefined) throw new Error('the text was not numbered')
      return number.id
    },
    confirm: (session) => confirm(session, [...known.values()]),
  }
}

/** The newest one stands for all: what was committed before it is there as well. */
async function confirm(session: Session, known: readonly Known[]): Promise<void> {
  if (known.length === 0) return
  const { id, batch, hash } = known.reduce((newest, one) => (one.id > newest.id ? one : newest))
  const found = await session.query(CONFIRM, [id, batch, hash])
  if (found.length === 0) throw unavailable('batches', new Error('texts of a site are missing'))
}

function distinct(texts: Iterable<BatchText>): Map<string, HashedText> {
  const given = new Map<string, HashedText>()
  for (const { batch, text } of texts) {
    const key = textKey(batch, text)
    if (!given.has(key)) given.set(key, { batch, text, hash: hash('sha256', text).slice(0, HEX_DIGITS) })
  }
  return given
}

const textKey = (batch: number, text: string) => `${batch} ${text}`
const keyOf = ({ batch, hash }: Pick<HashedText, 'batch' | 'hash'>) => `${batch} ${hash}`

async function find(session: Session, texts: readonly HashedText[]): Promise<Known[]> {
  if (texts.length === 0) return []
  return session.query<Known>(FIND, [texts.map(({ batch }) => batch), texts.map(({ hash }) => hash)])
}

async function add(session: Session, texts: readonly HashedText[]): Promise<Known[]> {
  if (texts.length === 0) return []
  return session.query<Known>(ADD, [
    texts.map(({ batch }) => batch),
    texts.map(({ hash }) => hash),
    texts.map(({ text }) => storedText(text)),
  ])
}
