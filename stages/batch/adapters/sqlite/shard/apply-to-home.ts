import type { RejectedLine } from '#shared/ports/batches.ts'
import type { Command, Phase, Positions, Segment } from '../../../shards/commands.ts'
import type { HomeRow } from './homes-table.ts'
import type { ShardTables } from './shard-tables.ts'

/** A submission that nobody continued for so long is discarded. */
const ABANDONED_MS = 600_000

/** Commands to the home of a batch, by kind. */
type HomeCommand<Kind extends Command['kind']> = Extract<Command, { readonly kind: Kind }>

/** Creates a batch; one that exists stays as it is. */
export function createHome({ homes }: ShardTables, { batch }: HomeCommand<'create'>, now: number): void {
  homes.insert(batch, now)
}

/** Changes the batch, if it exists, and ends it when nothing is left to do. Returns whether it exists. */
export function changeHome(
  tables: ShardTables,
  id: string,
  now: number,
  change: (row: HomeRow) => void,
): boolean {
  const row = tables.homes.get(id)
  if (row === null) return false
  change(row)
  endIfDone(tables, row, now)
  tables.homes.save(row)
  if (row.phase === 'gone' && !tables.homeParts.hasParts(row.num)) removeHome(tables, row)
  return true
}

/** Counts rejected lines, and stores the first of the batch. */
export function rejectLines({ homes }: ShardTables, row: HomeRow, lines: readonly RejectedLine[]): void {
  homes.rejections.insert(row.num, row.rejected, lines)
  row.rejected += lines.length
}

/** Starts a batch whose lines are complete. */
export function startHome(
  tables: ShardTables,
  row: HomeRow,
  { isOpen, added, firstUrl }: HomeCommand<'start'>,
): void {
  if (row.state !== 'begun') return
  if (firstUrl !== undefined) tables.homes.setFirstUrl(row, firstUrl)
  needAll(tables, row, added)
  row.state = 'running'
  row.is_open = isOpen ? 1 : 0
  tell(row, 'running')
}

/** Closes the sources of a batch. */
export function closeHome(tables: ShardTables, row: HomeRow, command: HomeCommand<'close'>): void {
  const { rejected, more, added } = command
  if (row.is_open === 0 || row.state === 'begun') return
  rejectLines(tables, row, rejected)
  row.rejected += more
  needAll(tables, row, added)
  row.is_open = 0
}

function needAll({ homeParts }: ShardTables, row: HomeRow, added: Positions): void {
  for (const [shard, position] of Object.entries(added)) homeParts.need(row.num, Number(shard), position)
}

/** Discards a batch that was not started. */
export function discardHome(row: HomeRow): void {
  if (row.state !== 'begun') return
  row.state = 'gone'
  tell(row, 'gone')
}

/** Pauses, resumes or cancels a batch. One that was cancelled or has finished keeps its state. */
export function setHomeState(
  { homeParts }: ShardTables,
  row: HomeRow,
  state: 'running' | 'paused' | 'cancelled',
  now: number,
): void {
  if (row.state !== 'running' && row.state !== 'paused') return
  if (row.state === state) return
  row.state = state
  tell(row, state)
  if (state !== 'cancelled') return
  row.is_open = 0
  row.finished_at = now
  homeParts.stopAll(row.num)
}

/** Stores what a shard reports of a batch. */
export function reportPart(
  { homeParts }: ShardTables,
  row: HomeRow,
  { report }: HomeCommand<'report'>,
): void {
  homeParts.report(row.num, report)
  if (row.state === 'cancelled') homeParts.stopAll(row.num)
}

/** Gives numbers to the lines of a segment that have none yet. */
export function numberLines(tables: ShardTables, row: HomeRow, segment: Segment): void {
  const { shard, first, count, object } = segment
  const { homeParts, segments } = tables
  const skip = homeParts.numbered(row.num, shard) + 1 - first
  // Lines before these are missing: their segment comes again.
  if (skip < 0) return
  if (row.state === 'gone' || skip >= count) {
    segments.discard(row.num, object)
    return
  }
  segments.insert(row.num, {
    ...{ object, skip, first: row.lines + 1, count: count - skip },
    ...{ shard, line: first + skip },
  })
  row.lines += count - skip
  homeParts.setNumbered(row.num, shard, first + count - 1)
}

/** Discards abandoned submissions, and forgets batches whose retention is over. */
export function tickHomes(tables: ShardTables, now: number, retentionMs: number): void {
  for (const { id } of tables.homes.begun(now - ABANDONED_MS)) changeHome(tables, id, now, discardHome)
  for (const { id } of tables.homes.endedBefore(now - retentionMs)) {
    changeHome(tables, id, now, (row) => {
      row.state = 'gone'
      tell(row, 'gone')
    })
  }
}

function tell(row: HomeRow, phase: Phase): void {
  row.phase = phase
  row.version += 1
}

function endIfDone({ homeParts }: ShardTables, row: HomeRow, now: number): void {
  if ((row.state !== 'running' && row.state !== 'paused') || row.is_open === 1) return
  const { behind, open, lines, numbered } = homeParts.totals(row.num)
  if (behind > 0 || open > 0 || numbered < lines) return
  row.state = 'finished'
  row.finished_at = now
  tell(row, 'ended')
}

function removeHome({ homes, homeParts, segments }: ShardTables, { num }: HomeRow): void {
  segments.remove(num)
  homes.rejections.remove(num)
  homeParts.remove(num)
  homes.remove(num)
}
