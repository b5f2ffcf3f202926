const wholes = new Intl.NumberFormat('en')
const clock = new Intl.DateTimeFormat('en', { timeStyle: 'medium' })
const times = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })
const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

/** 1234567 → `1,234,567`. */
export function formatCount(value: number): string {
  return wholes.format(value)
}

/** Milliseconds: `85 ms`, `1.24 s`, `3 min 5 s`, `2 h 4 min`. */
export function formatMs(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${trimmed(ms / 1000, 2)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
}

/** Bytes, in units of 1,000: `512 B`, `12.3 kB`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${trimmed(bytes / 1000, 1)} kB` : `${trimmed(bytes / 1_000_000, 2)} MB`
}

/** A share from 0 to 1: `12.5 %`. */
export function formatShare(share: number): string {
  return `${trimmed(share * 100, 1)} %`
}

/** A number with at most `digits` decimals, without trailing zeros. */
export function trimmed(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)))
}

/** An RFC 3339 time in the reader's time zone; a dash for none. */
export function formatTime(time: string | null | undefined): string {
  const date = new Date(time ?? '')
  return Number.isNaN(date.getTime()) ? '–' : times.format(date)
}

/** A UTC day, `2026-11-30`: `Nov 30, 2026`. */
export function formatDay(date: string): string {
  return days.format(new Date(`${date}T00:00:00Z`))
}

/** The time of day of an RFC 3339 time, in the reader's time zone. */
export function formatClock(time: string): string {
  return clock.format(new Date(time))
}

/** How long ago a time is: `just now`, `5 min ago`, `3 h ago`, `2 d ago`. */
export function formatAgo(time: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(time)) / 1000))
  if (seconds < 60) return 'just now'
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} h ago` : `${Math.floor(seconds / 86_400)} d ago`
}

/** `1 page`, `2 pages`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** A name of the API in words: `needs-improvement` → `Needs improvement`, `not_indexable` → `Not indexable`. */
export function inWords(name: string): string {
  const words = name.replaceAll(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The URL, only if it may be followed: http or https. What a page names may be any scheme. */
export function safeHref(url: string | null | undefined): string | undefined {
  return /^https?:\/\//i.test(url ?? '') ? (url ?? undefined) : undefined
}

/** The meaning of a score from 0 to 100: grades A and B are good, C and D are middling. */
export function meaningOfScore(score: number): 'good' | 'warn' | 'bad' {
  return score >= 80 ? 'good' : score >= 60 ? 'warn' : 'bad'
}
