import { isUnavailable } from '#shared/errors.ts'
import type { Answer } from '../commands.ts'
import type { IntakePage } from '../logs/shard-logs.ts'
import type { IntakeRecord } from '../shard-store.ts'
import { completeEach } from './complete-each.ts'
import { type LoadedEndings, loadEndings } from './load-endings.ts'
import { passGap } from './pass-gap.ts'
import type { PendingAnswers } from './pending-answers.ts'
import type { RunnerParts } from './runner-parts.ts'

export interface IntakeOptions extends RunnerParts {
  readonly answers: Pick<PendingAnswers, 'answer' | 'passed'>
  /** Runs work that holds outcomes in memory: few at the same time in a process. */
  limited<T>(work: () => Promise<T>): Promise<T>
  /** Called after records were applied. */
  onApplied(): void
}

/** Items and endings that are applied in one transaction, which blocks the event loop. One command may have more. */
const MAX_WEIGHT = 500
/** Endings that are loaded together, unless one command has more: about as many as an owner appends one for. */
const MAX_ENDINGS = 200
/** The intake is read this often even without a notification. */
const POLL_MS = 10_000
/** And so soon after commands that are gone. */
const GONE_MS = 1000

/** Applies the intake of a shard from its position on, in order. Rejects when the runner stops. */
export async function applyIntake(options: IntakeOptions): Promise<never> {
  const { store, logs, answers, retrying } = options
  const changes = options.changesOf('intake')
  for (let position = store.positions().intake; ; ) {
    const from = position
    const page = await retrying(() => logs.intake(store.shard, from))
    position = page.isGone ? (await passGap(options, 'intake', from)).next : page.next
    await applyPage(options, page)
    answers.passed(position)
    if (page.isGone) await changes.next(GONE_MS)
    else if (page.isEnd || position === from) await changes.next(POLL_MS)
  }
}

async function applyPage(options: IntakeOptions, { records }: IntakePage): Promise<void> {
  const groups = groupsOf(records)
  for (let at = 0; at < groups.length; ) at += await applyNext(options, groups.slice(at))
}

/** Applies the first groups. Returns how many. */
async function applyNext(options: IntakeOptions, groups: readonly IntakeRecord[][]): Promise<number> {
  const { run, before } = endingsRun(groups, options.store.positions().ended)
  if (run.length > 0) return options.limited(() => applyRun(options, run, before))
  await applyGroup(options, groups[0] ?? [])
  return 1
}

interface EndingsRun {
  readonly run: readonly IntakeRecord[][]
  /** The last position in the commands. */
  readonly before: number
}

/**
 * The first groups, as long as they begin with `endings`, and have few enough together to be loaded at once: an owner
 * that takes a shard over has many such commands before it, each with a few.
 */
function endingsRun(groups: readonly IntakeRecord[][], position: number): EndingsRun {
  let before = position
  const end = groups.findIndex(([first], at) => {
    if (first?.command?.kind !== 'endings') return true
    const next = Math.max(before, first.command.before)
    if (at > 0 && next - position > MAX_ENDINGS) return true
    before = next
    return false
  })
  return { run: end < 0 ? groups : groups.slice(0, end), before }
}

/** Returns how many groups were applied. */
async function applyRun(
  options: IntakeOptions,
  run: readonly IntakeRecord[][],
  before: number,
): Promise<number> {
  const endings = await loadEndings(options, before)
  // Without endings, the position of the first command is one of a former log.
  const applied = endings === null ? run.slice(0, 1) : run
  for (const group of applied) await applyGroup(options, await withCompletions(endings, group))
  return applied.length
}

/** Splits records so that `endings` comes first in its group: what it completes depends on the state before it. */
function groupsOf(records: readonly IntakeRecord[]): IntakeRecord[][] {
  const groups: IntakeRecord[][] = []
  let weight = Number.POSITIVE_INFINITY
  for (const record of records) {
    const own = weightOf(record)
    if (record.command?.kind === 'endings' || weight + own > MAX_WEIGHT) {
      groups.push([])
      weight = 0
    }
    groups.at(-1)?.push(record)
    weight += own
  }
  return groups
}

/** About as many rows as the record changes. */
function weightOf({ command }: IntakeRecord): number {
  if (command?.kind === 'add') return 1 + command.items.length
  if (command?.kind === 'defer') return 1 + command.records.length
  return command?.kind === 'endings' ? MAX_WEIGHT / 2 : 1
}

async function withCompletions(
  endings: LoadedEndings | null,
  [first, ...others]: readonly IntakeRecord[],
): Promise<IntakeRecord[]> {
  if (first?.command?.kind !== 'endings') return []
  if (endings === null) return [{ ...first, command: null }, ...others]
  return [{ ...first, completions: await endings.until(first.command.before) }, ...others]
}

async function applyGroup(options: IntakeOptions, records: readonly IntakeRecord[]): Promise<void> {
  const { answers, onApplied } = options
  const applied = await options.retrying(() => tryToApply(options, records))
  if (applied === null) return applyEach(options, records)
  for (const [at, answer] of applied.entries()) answers.answer(records[at]?.offset as number, answer)
  onApplied()
}

/** Null when another try would meet the same error. */
async function tryToApply(
  { store, logger, signal }: IntakeOptions,
  records: readonly IntakeRecord[],
): Promise<Answer[] | null> {
  try {
    return await store.apply(records)
  } catch (err) {
    signal.throwIfAborted()
    if (isUnavailable(err)) throw err
    const offset = records[0]?.offset
    logger.error({ err, shard: store.shard, offset }, 'commands of a shard cannot be applied')
    return null
  }
}

/** Applies records one by one, endings too, and passes over a single one that cannot be applied. */
async function applyEach(options: IntakeOptions, records: readonly IntakeRecord[]): Promise<void> {
  const [first, ...others] = records
  if (first === undefined) return
  if (others.length > 0) {
    for (const record of records) await applyGroup(options, [record])
    return
  }
  if (first.completions !== undefined && first.completions.length > 0) {
    await completeEach(options, first.completions, first.timestamp)
    return applyGroup(options, [{ ...first, completions: [] }])
  }
  await options.retrying(() => options.store.apply([{ ...first, command: null }]))
  options.answers.passed(first.offset + 1)
}
