import { styleText } from 'node:util'
import { duration, percent, perSecond, whole } from './figures.ts'
import type { Pace } from './pace.ts'
import { endedCount, type Status, type Summary } from './status.ts'

/** What is shown of a batch while it runs. */
export interface Scene {
  readonly status: Status
  readonly pace: Pace
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** The view on a terminal: lines no wider than `columns`. */
export function blockOf(scene: Scene, columns: number): string[] {
  const { status, pace } = scene
  const { counts } = status
  const total = `${whole(counts.accepted)}${pace.isGrowing ? ' found so far' : ''}`
  const lines = [
    `${status.id}  ${status.state}  elapsed ${elapsed(scene)}`,
    `${bar(status, columns)} ${percent(endedCount(status), counts.accepted).toFixed(1)} %  ETA ${eta(pace)}`,
    `done ${whole(counts.done)}  failed ${whole(counts.failed)}  running ${whole(counts.running)}  waiting ${whole(counts.waiting)}  of ${total}`,
    `${perSecond(pace.recent)} over 10 s  ${perSecond(pace.mean)} mean`,
    ...silenceOf(pace),
  ]
  return [
    ...lines.flatMap((line) => broken(line, columns)),
    ...hostLines(status).map((line) => clipped(line, columns)),
  ]
}

/** The line as several where it is too wide: what two spaces part may stand apart. */
function broken(line: string, columns: number): string[] {
  const lines: string[] = []
  for (const part of line.split('  ')) {
    const longer = `${lines.at(-1)}  ${part}`
    if (lines.length > 0 && longer.length <= columns) lines[lines.length - 1] = longer
    else lines.push(part)
  }
  return lines.map((one) => clipped(one, columns))
}

/** The same on one line, for a log. */
export function lineOf(scene: Scene): string {
  const { status, pace } = scene
  const { counts } = status
  const ended = percent(endedCount(status), counts.accepted).toFixed(1)
  return [
    `${status.id} ${status.state}: ${ended} % of ${whole(counts.accepted)}${pace.isGrowing ? ' found so far' : ''}`,
    `done ${whole(counts.done)}`,
    `failed ${whole(counts.failed)}`,
    `running ${whole(counts.running)}`,
    `waiting ${whole(counts.waiting)}`,
    `${perSecond(pace.recent)} (mean ${perSecond(pace.mean)})`,
    `ETA ${eta(pace)}`,
    `elapsed ${elapsed(scene)}`,
    ...silenceOf(pace),
  ].join(', ')
}

/** How a batch stands, on one line. */
export function stateOf({ id, state, counts, created_at, finished_at }: Status): string {
  const all = Object.entries(counts).filter(([name, value]) => name !== 'rejected' || value > 0)
  const figures = all.map(([name, value]) => `${name} ${whole(value)}`).join(', ')
  return `${id}  ${state}  ${figures}  since ${created_at}${finished_at === null ? '' : ` until ${finished_at}`}`
}

/** How a batch of a list stands, on one line. */
export function listedOf({ id, state, counts, created_at }: Summary): string {
  const { done, failed, accepted } = counts
  return `${id}  ${state}  done ${whole(done)}, failed ${whole(failed)} of ${whole(accepted)}  since ${created_at}`
}

/** What became of a batch, once it has ended. */
export function summaryOf(status: Status): string {
  const { counts, state, id } = status
  const taken = seconds(status, Date.parse(status.finished_at ?? ''))
  const rate = taken !== null && taken > 0 ? ` (${perSecond(endedCount(status) / taken)})` : ''
  const parts = [`done ${whole(counts.done)}`, `failed ${whole(counts.failed)}`]
  if (counts.rejected > 0) parts.push(`rejected ${whole(counts.rejected)}`)
  const time = taken === null ? '' : ` in ${duration(taken)}${rate}`
  return `${id} ${state}: ${parts.join(', ')}${time}. Results: npm run -s batch -- results ${id}`
}

/** Colours of some words, where the terminal shows colours: the width stays. */
export function coloured(lines: readonly string[]): string[] {
  const style = (format: Parameters<typeof styleText>[0], text: string) =>
    styleText(format, text, { validateStream: false })
  return lines.map((line) =>
    line
      .replace(/█+/, (text) => style('green', text))
      .replace(/░+/, (text) => style('dim', text))
      .replace(/failed [1-9][\d,]*/, (text) => style('red', text))
      .replace(/ {2}(paused|cancelled)(?= )/, (text) => style('yellow', text)),
  )
}

/** Estimates while pages are still being found are what is left of those known. */
function eta({ secondsLeft, isGrowing }: Pace): string {
  return `${isGrowing && secondsLeft !== null ? 'at least ' : ''}${duration(secondsLeft)}`
}

/** The status does not tell a host that rests from one that is slow, nor how long it rests. */
function silenceOf({ silentFor }: Pace): string[] {
  if (silentFor === null) return []
  return [`nothing ended for ${duration(silentFor)}: hosts are slow, or rest (robots.txt 5xx, 429, 503)`]
}

function elapsed({ status, now }: Scene): string {
  const { finished_at: end } = status
  return duration(seconds(status, end === null ? now : Date.parse(end)))
}

function seconds({ created_at }: Status, until: number): number | null {
  const taken = (until - Date.parse(created_at)) / 1000
  return Number.isNaN(taken) ? null : Math.max(0, taken)
}

const WIDEST_BAR = 40

function bar({ counts }: Status, columns: number): string {
  const width = Math.max(0, Math.min(WIDEST_BAR, columns - 30))
  const full = Math.floor((width * percent(counts.done + counts.failed, counts.accepted)) / 100)
  return `${'█'.repeat(full)}${'░'.repeat(width - full)}`
}

function hostLines({ hosts = [] }: Status): string[] {
  const widest = Math.max(0, ...hosts.map(({ host }) => host.length))
  return hosts.map(
    ({ host, waiting, running }) =>
      `  ${host.padEnd(Math.min(widest, 40))}  waiting ${whole(waiting)}  running ${whole(running)}`,
  )
}

/** The line, cut where it would be too wide. */
export function clipped(line: string, columns: number): string {
  return line.length <= columns ? line : `${line.slice(0, Math.max(0, columns - 1))}…`
}
