import type { StoredLines } from '#shared/ports/batch-lines.ts'
import {
  type BatchCounts,
  countersOf,
  discardBatch,
  hasRoom,
  isClosed,
  startBatch,
  takesLines,
} from '../../../frontier/decisions/batch-counts.ts'
import { toStored } from '../../../frontier/decisions/insert-items.ts'
import { equalityOf, keysOfItem } from '../../../frontier/decisions/item-hash.ts'
import type { Batch, Frontier, LineGroup, NewItem } from '../../../frontier/frontier.ts'
import { rejectedLines } from '../../../frontier/line-group.ts'
import {
  type AskedRow,
  batchOf,
  type ChangeOptions,
  findBatch,
  insertBatch,
  lockBatch,
  makeChange,
  saveBatch,
} from '../batches/batch-rows.ts'
import { numberTexts } from '../batches/number-texts.ts'
import { insertShare } from '../batches/quota-shares.ts'
import { rejectLines } from '../batches/summaries.ts'
import type { Session } from '../connection/postgres.ts'
import { addItems, type QueueOptions } from '../queues/add-items.ts'

type SubmissionMethods = Pick<Frontier, 'create' | 'addLines' | 'add' | 'start' | 'closeSources' | 'discard'>

/** Items of one transaction: some milliseconds, for which others wait that end items of the batch. */
const ITEMS_AT_ONCE = 500

/** Makes the part of the frontier that takes batches in. */
export function submissionMethods(options: QueueOptions & ChangeOptions): SubmissionMethods {
  const { postgres, notifier } = options
  const change = makeChange(options)
  return {
    create: (batch) => insertBatch(postgres, batch),
    async addLines(id, group) {
      const stored = await addLines(options, id, group)
      notifier.notify(id)
      return stored
    },
    async add(id, items) {
      const wasAdded: boolean[] = []
      while (wasAdded.length < items.length) {
        const some = items.slice(wasAdded.length, wasAdded.length + ITEMS_AT_ONCE)
        const added = await change(id, (session, row) => insertItems(options, session, row, some))
        wasAdded.push(...(added ?? some.map(() => false)))
      }
      return wasAdded
    },
    async start(id, isOpen) {
      await change(id, async (session, row) => {
        if (startBatch(row, isOpen)) await insertShare(session, row.num, batchOf(row))
      })
    },
    async closeSources(id, rejected, more) {
      await change(id, async (session, row) => {
        if (row.is_open === 0) return
        await rejectLines(session, row, rejected)
        row.rejected += more
        row.is_open = 0
      })
    },
    async discard(id) {
      await change(id, async (_session, row) => discardBatch(row))
    },
  }
}

/** A submission that is not started may be lost by a crash of the server: its start is written behind its lines. */
async function addLines(
  options: QueueOptions & ChangeOptions,
  id: string,
  group: LineGroup,
): Promise<StoredLines | null> {
  const { postgres } = options
  const found = await findBatch(postgres, id)
  if (found === null || !takesLines(found)) return null
  return postgres.transaction(
    async (session) => {
      const row = await lockBatch(session, id)
      if (row === null || !takesLines(row)) return null
      if (group.first !== row.next_line) return { accepted: 0, rejected: 0, next: row.next_line }
      const stored = await insertLines(options, session, row, group)
      await saveBatch(session, row, { hasNewLines: true })
      return stored
    },
    { isRelaxed: found.state === 'begun' },
  )
}

async function insertLines(
  options: QueueOptions,
  session: Session,
  row: AskedRow,
  group: LineGroup,
): Promise<StoredLines> {
  const wasNew = await insertItems(options, session, row, group.items)
  const rejected = rejectedLines(batchOf(row), group, wasNew)
  await rejectLines(session, row, rejected)
  const accepted = group.items.filter(({ role }, at) => role === 'page' && wasNew[at])
  if (accepted[0]) row.first_url ??= storedUrl(accepted[0].parameters.url)
  row.next_line = group.next
  return { accepted: accepted.length, rejected: rejected.length, next: group.next }
}

/** An item that may be added. */
interface Draft {
  readonly item: NewItem
  /** Its parameters without `url`, as JSON text. */
  readonly json: string
  /** 16 bytes as hexadecimal digits. */
  readonly hash: string
}

/** An insert that finds nothing new returns all numbers, one that finds nothing known returns none. */
const SEE = `
  WITH added AS (
    INSERT INTO seen (batch, hash) SELECT $1, hash FROM unnest($2::uuid[]) AS given (hash) ON CONFLICT DO NOTHING RETURNING hash
  )
  SELECT n::int FROM unnest($2::uuid[]) WITH ORDINALITY AS given (hash, n) WHERE hash NOT IN (SELECT hash FROM added)`
const FORGET = 'DELETE FROM seen WHERE batch = $1 AND hash = ANY($2::uuid[])'

/**
 * Adds items to a locked batch, which the caller saves, as `Frontier.add` says. Returns for each item whether it was added.
 */
async function insertItems(
  options: QueueOptions,
  session: Session,
  row: AskedRow,
  items: readonly NewItem[],
): Promise<boolean[]> {
  if (isClosed(row)) return items.map(() => false)
  const batch = batchOf(row)
  const drafts = draftsOf(batch, items)
  const added = await takeNew(session, row, drafts)
  if (added.length > 0) await insertNew(options, session, row, batch, added)
  const isAdded = new Set(added)
  return drafts.map((draft) => isAdded.has(draft))
}

function draftsOf(batch: Batch, items: readonly NewItem[]): Draft[] {
  const equality = equalityOf(batch)
  return items.map((item) => ({ item, ...keysOfItem(item, equality) }))
}

/** Records the items that the batch has not had and has room for, and counts them. */
async function takeNew(session: Session, row: AskedRow, drafts: readonly Draft[]): Promise<Draft[]> {
  const distinct = [...new Map(drafts.toReversed().map((draft) => [draft.hash, draft])).values()].reverse()
  if (distinct.length === 0) return []
  const known = await session.query<{ n: number }>(SEE, [row.num, distinct.map(({ hash }) => hash)])
  const isKnown = new Set(known.map(({ n }) => n - 1))
  const added: Draft[] = []
  const excess: string[] = []
  for (const [at, draft] of distinct.entries()) {
    if (isKnown.has(at)) continue
    if (count(row, draft.item.role)) added.push(draft)
    else excess.push(draft.hash)
  }
  if (excess.length > 0) await session.query(FORGET, [row.num, excess])
  return added
}

/** Counts an item. Returns false when the batch has no room for it. */
function count(row: BatchCounts, role: NewItem['role']): boolean {
  if (!hasRoom(row, role)) return false
  const { added, waiting } = countersOf[role]
  row[added] += 1
  row[waiting] += 1
  return true
}

async function insertNew(
  options: QueueOptions,
  session: Session,
  row: AskedRow,
  batch: Batch,
  added: readonly Draft[],
): Promise<void> {
  const sets = added.map(({ json }) => ({ batch: row.num, text: json }))
  const parameters = await numberTexts(session, 'parameters', sets)
  const items = added.map(({ item, json }) => {
    row.seq += 1
    const stored = toStored(item, parameters.of(row.num, json))
    return { seq: row.seq, item: { ...stored, url: storedUrl(stored.url) } }
  })
  await addItems(session, options, [{ num: row.num, batch, items }])
}

/** PostgreSQL stores no U+0000. The URL that is requested has none either. */
function storedUrl(url: string): string {
  return url.includes('\0') ? new URL(url).href : url
}
