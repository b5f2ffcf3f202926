import { styleText } from 'node:util'
import { type BatchStatus, type BatchSummary, endedCount } from '../client/batch-service.ts'
import type { ProgressRate } from './progress-rate.ts'

const thousands = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const tenths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export const formatInteger = (value: number): string => thousands.format(value)

/** Pages a second; `–` when unknown. */
function formatRate(value: number | null): string {
  return value === null ? '–' : `${tenths.format(value)}/s`
}

/** A duration as its two largest units: `1d 03h`, `2h 05m`, `1m 07s`, `9s`; `–` when unknown. */
export function formatDuration(seconds: number | null): string {
  if (seconds === null) return '–'
  const all = Math.max(0, Math.ceil(seconds))
  const [days, hours, minutes] = [
    Math.floor(all / 86_400),
    Math.floor(all / 3600) % 24,
    Math.floor(all / 60) % 60,
  ]
  const two = (value: number) => String(value).padStart(2, '0')
  if (days > 0) return `${days}d ${two(hours)}h`
  if (hours > 0) return `${hours}h ${two(minutes)}m`
  return minutes > 0 ? `${minutes}m ${two(all % 60)}s` : `${all}s`
}

/** A share in percent, rounded down: only the whole is 100 %. */
export function percent(part: number, all: number): number {
  return all === 0 ? 100 : Math.floor((part * 1000) / all) / 10
}

/** Bytes in MB (1,000,000 bytes). */
export const formatMegabytes = (bytes: number): string => `${tenths.format(bytes / 1e6)} MB`

/** The state of a running batch, as it is shown. */
export interface ViewModel {
  readonly status: BatchStatus
  readonly rate: ProgressRate
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** The view on a terminal, with lines no wider than `columns`. */
export function formatBlock(view: ViewModel, columns: number): string[] {
  const { status, rate } = view
  const { counts } = status
  const total = `${formatInteger(counts.accepted)}${rate.isGrowing ? ' found so far' : ''}`
  const lines = [
    `${status.id}  ${status.state}  elapsed ${elapsed(view)}`,
    `${progressBar(status, columns)} ${percent(endedCount(status), counts.accepted).toFixed(1)} %  ETA ${eta(rate)}`,
    `done ${formatInteger(counts.done)}  failed ${formatInteger(counts.failed)}  running ${formatInteger(counts.running)}  waiting ${formatInteger(counts.waiting)}  of ${total}`,
    `${formatRate(rate.recentPerSecond)} over 10 s  ${formatRate(rate.meanPerSecond)} mean`,
    ...slowNotices(view),
  ]
  return [
    ...lines.flatMap((line) => wrapped(line, columns)),
    ...hostLines(status).map((line) => truncated(line, columns)),
  ]
}

/** Splits a line that is too wide at double spaces. */
function wrapped(line: string, columns: number): string[] {
  const lines: string[] = []
  for (const part of line.split('  ')) {
    const longer = `${lines.at(-1)}  ${part}`
    if (lines.length > 0 && longer.length <= columns) lines[lines.length - 1] = longer
    else lines.push(part)
  }
  return lines.map((one) => truncated(one, columns))
}

/** The same view on one line, for a log. */
export function formatLogLine(view: ViewModel): string {
  const { status, rate } = view
  const { counts } = status
  const ended = percent(endedCount(status), counts.accepted).toFixed(1)
  return [
    `${status.id} ${status.state}: ${ended} % of ${formatInteger(counts.accepted)}${rate.isGrowing ? ' found so far' : ''}`,
    `done ${formatInteger(counts.done)}`,
    `failed ${formatInteger(counts.failed)}`,
    `running ${formatInteger(counts.running)}`,
    `waiting ${formatInteger(counts.waiting)}`,
    `${formatRate(rate.recentPerSecond)} (mean ${formatRate(rate.meanPerSecond)})`,
    `ETA ${eta(rate)}`,
    `elapsed ${elapsed(view)}`,
    ...slowNotices(view),
  ].join(', ')
}

/** The status of a batch on one line. */
export function formatStatus({ id, state, counts, created_at, finished_at }: BatchStatus): string {
  const all = Object.entries(counts).filter(([name, value]) => name !== 'rejected' || value > 0)
  const counted = all.map(([name, value]) => `${name} ${formatInteger(value)}`).join(', ')
  return `${id}  ${state}  ${counted}  since ${created_at}${finished_at === null ? '' : ` until ${finished_at}`}`
}

/** A batch of a list on one line. */
export function formatSummary({ id, state, counts, created_at }: BatchSummary): string {
  const { done, failed, accepted } = counts
  return `${id}  ${state}  done ${formatInteger(done)}, failed ${formatInteger(failed)} of ${formatInteger(accepted)}  since ${created_at}`
}

/** The outcome of a batch that has ended. */
export function formatOutcome(status: BatchStatus): string {
  const { counts, state, id } = status
  const elapsedSeconds = seconds(status, Date.parse(status.finished_at ?? ''))
  const rate =
    elapsedSeconds !== null && elapsedSeconds > 0
      ? ` (${formatRate(endedCount(status) / elapsedSeconds)})`
      : ''
  const parts = [`done ${formatInteger(counts.done)}`, `failed ${formatInteger(counts.failed)}`]
  if (counts.rejected > 0) parts.push(`rejected ${formatInteger(counts.rejected)}`)
  const time = elapsedSeconds === null ? '' : ` in ${formatDuration(elapsedSeconds)}${rate}`
  return `${id} ${state}: ${parts.join(', ')}${time}. Results: npm run -s batch -- results ${id}`
}

/** Colors some words where the terminal supports it; the width stays. */
export function colored(lines: readonly string[]): string[] {
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

/** While pages are still being found, the estimate covers only the known ones. */
function eta({ secondsLeft, isGrowing }: ProgressRate): string {
  return `${isGrowing && secondsLeft !== null ? 'at least ' : ''}${formatDuration(secondsLeft)}`
}

/** Hosts of which the view says what they wait for. */
const MAX_WAITS = 3

/** Why the batch is slow, a text for each reason. */
export function waitNotices({ pace }: BatchStatus): string[] {
  const waits = pace?.waits ?? []
  const more = waits.length - MAX_WAITS
  const shown = waits.slice(0, MAX_WAITS).map(({ host, message }) => `${host}: ${message}`)
  return more > 0 ? [...shown, `and ${more} more hosts wait`] : shown
}

function slowNotices({ status, rate: { idleSeconds } }: ViewModel): string[] {
  const waits = waitNotices(status)
  if (idleSeconds === null || waits.length > 0) return waits
  return [
    `nothing ended for ${formatDuration(idleSeconds)}: hosts are slow, or rest (robots.txt 5xx, 429, 503)`,
  ]
}

function elapsed({ status, now }: ViewModel): string {
  const { finished_at: end } = status
  return formatDuration(seconds(status, end === null ? now : Date.parse(end)))
}

function seconds({ created_at }: BatchStatus, until: number): number | null {
  const elapsedSeconds = (until - Date.parse(created_at)) / 1000
  return Number.isNaN(elapsedSeconds) ? null : Math.max(0, elapsedSeconds)
}

const WIDEST_BAR = 40

function progressBar({ counts }: BatchStatus, columns: number): string {
  const width = Math.max(0, Math.min(WIDEST_BAR, columns - 30))
  const full = Math.floor((width * percent(counts.done + counts.failed, counts.accepted)) / 100)
  return `${'█'.repeat(full)}${'░'.repeat(width - full)}`
}

function hostLines({ hosts = [] }: BatchStatus): string[] {
  const widest = Math.max(0, ...hosts.map(({ host }) => host.length))
  return hosts.map(
    ({ host, waiting, running }) =>
      `  ${host.padEnd(Math.min(widest, 40))}  waiting ${formatInteger(waiting)}  running ${formatInteger(running)}`,
  )
}

/** Cuts a line that is too wide. */
export function truncated(line: string, columns: number): string {
  return line.length <= columns ? line : `${line.slice(0, Math.max(0, columns - 1))}…`
}
