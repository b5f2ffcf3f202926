import type { Completion, Discover } from '../../../frontier/frontier.ts'
import type { Answer, Command } from '../../../shards/commands.ts'
import type { IntakeRecord } from '../../../shards/shard-store.ts'
import { completeItems } from '../complete.ts'
import { deferRequests } from '../intake.ts'
import {
  changeHome,
  closeHome,
  createHome,
  discardHome,
  numberLines,
  rejectLines,
  reportPart,
  setHomeState,
  startHome,
  tickHomes,
} from './apply-to-home.ts'
import { addItems, applyPhase, expirePart, tickParts } from './apply-to-part.ts'
import type { ShardTables } from './shard-tables.ts'

export interface ApplyOptions {
  readonly tables: ShardTables
  readonly discover: Discover
  /** How long a batch is kept after its end, in milliseconds. */
  readonly retentionMs: number
  /** Called for each part that changed. */
  onPart(id: string): void
}

type Applied = Omit<Answer, 'position'>

const nothing: Applied = { wasAdded: [], isKnown: true }
/** Result lines wait in the database until they are in the object store. */
const noFiles = { write: () => undefined }

/** Applies a record within a write. The time is that of the record, so that it has the same effects whenever it is applied. */
export function applyRecord(
  options: ApplyOptions,
  { command, timestamp, completions }: IntakeRecord,
): Applied {
  if (command === null) return nothing
  if (command.kind === 'endings') return applyEndings(options, command.before, completions ?? [], timestamp)
  return applyToHome(options, command, timestamp) ?? applyToPart(options, command, timestamp)
}

function applyEndings(
  options: ApplyOptions,
  before: number,
  completions: readonly Completion[],
  now: number,
): Applied {
  const { inputs } = options.tables
  if (before <= inputs.positions().ended) return nothing
  completeAll(options, completions, now)
  inputs.set('ended', before)
  return nothing
}

/** Applies completions within a write. `now`: the time of their record. */
export function completeAll(
  { tables, discover, onPart }: ApplyOptions,
  completions: readonly Completion[],
  now: number,
): void {
  const parts = { tables: tables.items, files: noFiles, discover }
  for (let left = completions; left.length > 0; ) {
    const { count, changed } = completeItems(parts, left, now, Number.POSITIVE_INFINITY)
    for (const id of changed) onPart(id)
    left = left.slice(count)
  }
}

/** Null when the command is none to the home of a batch. */
function applyToHome({ tables, retentionMs }: ApplyOptions, command: Command, now: number): Applied | null {
  const change = (id: string, work: Parameters<typeof changeHome>[3]): Applied => ({
    wasAdded: [],
    isKnown: changeHome(tables, id, now, work),
  })
  switch (command.kind) {
    case 'create':
      createHome(tables, command, now)
      return nothing
    case 'keep':
      return change(command.batch, (row) => {
        row.kept_at = now
      })
    case 'reject':
      return change(command.batch, (row) => rejectLines(tables, row, command.lines))
    case 'start':
      return change(command.batch, (row) => startHome(tables, row, command))
    case 'close':
      return change(command.batch, (row) => closeHome(tables, row, command))
    case 'discard':
      return change(command.batch, discardHome)
    case 'set':
      return change(command.batch, (row) => setHomeState(tables, row, command.state, now))
    case 'report':
      return change(command.report.batch, (row) => reportPart(tables, row, command))
    case 'segment':
      return change(command.segment.batch, (row) => numberLines(tables, row, command.segment))
    case 'tick':
      tickHomes(tables, now, retentionMs)
      tickParts(tables, now)
      return nothing
    default:
      return null
  }
}

function applyToPart({ tables, onPart }: ApplyOptions, command: Command, now: number): Applied {
  switch (command.kind) {
    case 'add': {
      const wasAdded = addItems(tables, command, now)
      onPart(command.batch.id)
      return { ...nothing, wasAdded }
    }
    case 'phase':
      applyPhase(tables, command, now)
      onPart(command.batch)
      return nothing
    case 'expire':
      expirePart(tables, command, now)
      onPart(command.batch)
      // A crawl has all its items at its home, whose sources end with its time.
      changeHome(tables, command.batch, now, (row) => {
        row.is_open = 0
      })
      return nothing
    case 'defer':
      deferRequests(tables.items, command.records, now)
      return nothing
    default:
      return nothing
  }
}
