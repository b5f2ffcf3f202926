import type { StoredLines } from '#shared/ports/batch-lines.ts'
import { leftover, takesLines } from '../../../frontier/decisions/batch-counts.ts'
import type { Frontier, LineGroup } from '../../../frontier/frontier.ts'
import { rejectedLines } from '../../../frontier/line-group.ts'
import {
  type AskedRow,
  batchOf,
  findBatch,
  insertBatch,
  lockBatch,
  saveBatch,
} from '../batches/batch-rows.ts'
import { type ChangeOptions, makeChange } from '../batches/change.ts'
import { insertShare } from '../batches/quota-shares.ts'
import type { Session } from '../connection/session.ts'
import type { QueueOptions } from '../queues/add-items.ts'
import { insertItems, storedUrl } from './insert-items.ts'
import { rejectLines } from './rejections.ts'

export type SubmissionMethods = Pick<
  Frontier,
  'create' | 'addLines' | 'add' | 'start' | 'closeSources' | 'discard'
>

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
      await change(id, (session, row) => launch(session, row, isOpen))
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
      await change(id, async (_session, row) => discard(row))
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

async function launch(session: Session, row: AskedRow, isOpen: boolean): Promise<void> {
  if (!takesLines(row)) return
  await insertShare(session, row.num, batchOf(row))
  row.state = 'running'
  row.is_open = Number(isOpen)
}

/** The batch is invisible from now on. */
function discard(row: AskedRow): void {
  if (takesLines(row)) row.leftovers = leftover.all
}
