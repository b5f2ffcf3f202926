import { formatCount, trimmed } from '../../../ui/format.ts'

/** What decides how long a crawl takes at most. */
export interface Limits {
  readonly pages: number
  /** Milliseconds between two requests to a host. */
  readonly delayMs: number
  /** Null = no limit. */
  readonly minutes: number | null
}

/** A whole number from a field of a form; `fallback` where it is empty, null for anything else. */
export function numberIn(text: string, fallback: number | null): number | null {
  const trimmedText = text.trim()
  if (trimmedText === '') return fallback
  return /^\d{1,9}$/.test(trimmedText) ? Number(trimmedText) : null
}

/** Says how long a crawl takes at most: a host gets one request in each delay. */
export function estimateText({ pages, delayMs, minutes }: Limits): string {
  const upTo = `Up to ${formatCount(pages)} ${pages === 1 ? 'page' : 'pages'}`
  if (delayMs === 0) return `${upTo} without a delay: as fast as the site responds${endText(minutes)}.`
  const ms = pages * delayMs
  const isCut = minutes !== null && minutes * 60_000 < ms
  const longest = isCut ? minutes * 60_000 : ms
  return `${upTo} at ${rateText(delayMs)}: about ${roughTime(longest)} at most.`
}

function endText(minutes: number | null): string {
  return minutes === null ? '' : `, about ${roughTime(minutes * 60_000)} at most`
}

function rateText(delayMs: number): string {
  if (delayMs === 1000) return 'one request per second'
  if (delayMs > 1000) return `one request every ${trimmed(delayMs / 1000, 2)} s`
  return `${trimmed(1000 / delayMs, 1)} requests per second`
}

/** A time in units that suit its length: `45 s`, `8 min`, `2 h 47 min`. */
function roughTime(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 100) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return `${formatCount(Math.floor(minutes / 60))} h${rest === 0 ? '' : ` ${rest} min`}`
}
