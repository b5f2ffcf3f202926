import { equalityKey } from '#shared/web/address-of.ts'
import type { Family } from '../frontier/frontier.ts'
import { crawlLimits } from './crawl-limits.ts'

/** Returns true when a URL looks like one of endlessly many. `now`: milliseconds since the epoch. */
export function isTrap({ href, pathname, search }: URL, now: number): boolean {
  return (
    href.length > crawlLimits.urlChars ||
    isEndless(pathname.split('/').filter((segment) => segment !== '')) ||
    (search !== '' && search.split('&').length > crawlLimits.parameters) ||
    isFarDate(pathname, search, now)
  )
}

function isEndless(segments: readonly string[]): boolean {
  return segments.length > crawlLimits.segments || hasFrequentSegment(segments) || hasRepeats(segments)
}

function hasFrequentSegment(segments: readonly string[]): boolean {
  if (segments.length <= crawlLimits.sameSegments) return false
  const counts = new Map<string, number>()
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1)
  return counts.values().some((count) => count > crawlLimits.sameSegments)
}

/**
 * Detects a sequence of segments that occurs more than `repeats` times in a row: over so many times its
 * length, each segment equals the one a length before.
 */
function hasRepeats(segments: readonly string[]): boolean {
  const times = crawlLimits.repeats
  for (let length = 1; length * (times + 1) <= segments.length; length++) {
    let run = 0
    for (let at = length; at < segments.length; at++) {
      run = segments[at] === segments[at - length] ? run + 1 : 0
      if (run === length * times) return true
    }
  }
  return false
}

/**
 * Returns the family of a URL: URLs that are likely variants of each other, with the same path and another
 * query. Null without a query.
 */
export function familyOf(address: string): Family | null {
  const [path = '', query] = equalityKey(address).split('?', 2)
  if (query === undefined) return null
  if (query.includes('&')) return { name: `${path}?`, maxMembers: crawlLimits.facetsOfPath }
  const [name = ''] = query.split('=', 1)
  return { name: `${path}?${name}`, maxMembers: crawlLimits.pagesOfPath }
}

/** A month that a URL names. */
interface NamedMonth {
  readonly year: number
  readonly month: number
  /** The date belongs to a calendar. Otherwise it belongs to an archive, or is a publication date. */
  readonly isOfCalendar: boolean
}

/** Words of a path that belong to a calendar, and the end of others. */
const calendarWords: ReadonlySet<string> = new Set(
  'cal calendar calendars calendario calendrier kalender agenda event events eventos evenements termine veranstaltungen schedule booking bookings availability'.split(
    ' ',
  ),
)
const CALENDAR_ENDING = 'kalender'
const WORD_ENDS = /[/_.-]/
const ASCII_WORD = /^\w+$/

function hasCalendarWord(pathname: string): boolean {
  return pathname
    .toLowerCase()
    .split(WORD_ENDS)
    .some((word) => calendarWords.has(word) || (word.endsWith(CALENDAR_ENDING) && ASCII_WORD.test(word)))
}

/** Year and month, with or without a day, between slashes or as one word. */
const pathDate = /\/(\d{4})[/-](\d{1,2})(?:[/-]\d{1,2})?(?:(\/?$)|\/)/
const compactPathDate = /\/(\d{4})(\d{2})(?:\d{2})?(?:\/|$)/

const separatedDate = /^(\d{4})(?:[-/._]|%2f)(\d{1,2})(?:(?:[-/._]|%2f)\d{1,2})?(?:\D|$)/i
const compactDate = /^(\d{4})(\d{2})(?:\d{2})?$/
const dateName = /date|datum|fecha|day|month|week|tag$|monat/i
const yearName = /(?:^|[_-])(?:y|yr|year|jahr|ano|annee)$/i
const monthName = /(?:^|[_-])(?:m|mo|mon|month|monat|mes|mois)$/i
const timeName = /^(?:time|timestamp|ts|date|day|start|from)$/i
const seconds = /^\d{9,11}$/

/**
 * Returns true when a URL leads to a date so far away that only an endless calendar, or an empty list, can be
 * there.
 */
function isFarDate(pathname: string, search: string, now: number): boolean {
  return [...inPath(pathname), ...inQuery(pathname, search)].some((toMonth) => isFar(toMonth, now))
}

/** Returns true when a URL leads to the view of a calendar at some date. What follows a date in a path is an event. */
export function isCalendarView({ pathname, search }: URL): boolean {
  const endsInDate = /\d\/?$/.test(pathname)
  const named = [...(endsInDate ? inPath(pathname) : []), ...inQuery(pathname, search)]
  return named.some(({ isOfCalendar }) => isOfCalendar)
}

function isFar({ year, month, isOfCalendar }: NamedMonth, now: number): boolean {
  const today = new Date(now)
  const monthsAhead = (year - today.getUTCFullYear()) * 12 + (month - 1 - today.getUTCMonth())
  const yearsBack = isOfCalendar ? crawlLimits.calendarYears : crawlLimits.archiveYears
  return monthsAhead > crawlLimits.calendarYears * 12 || -monthsAhead > yearsBack * 12
}

function inPath(pathname: string): NamedMonth[] {
  if (!/\d{4}/.test(pathname)) return []
  const isOfCalendar = hasCalendarWord(pathname)
  const [, year, month, end] = pathDate.exec(pathname) ?? []
  // A path that continues after the date is an article, however old it is.
  if (year !== undefined && (end !== undefined || isOfCalendar)) return toMonth(year, month, isOfCalendar)
  const [, compactYear, compactMonth] = (isOfCalendar && compactPathDate.exec(pathname)) || []
  return toMonth(compactYear, compactMonth, isOfCalendar)
}

function inQuery(pathname: string, search: string): NamedMonth[] {
  if (!/\d{4}/.test(search)) return []
  const pairs = search
    .slice(1)
    .split('&')
    .map((pair): [string, string] => {
      const [name = '', value = ''] = pair.split('=', 2)
      return [name, value]
    })
  const isInCalendar = hasCalendarWord(pathname)
  const found = pairs.flatMap(([name, value]) => inValue(name, value, isInCalendar))
  const valued = (pattern: RegExp) => pairs.find(([name]) => pattern.test(name))?.[1]
  return [...found, ...toMonth(valued(yearName), valued(monthName), true)]
}

function inValue(name: string, value: string, isInCalendar: boolean): NamedMonth[] {
  if (isInCalendar && timeName.test(name) && seconds.test(value)) {
    const date = new Date(Number(value) * 1000)
    return [{ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, isOfCalendar: true }]
  }
  const [, year, month] =
    separatedDate.exec(value) ?? (dateName.test(name) ? compactDate.exec(value) : null) ?? []
  return toMonth(year, month, true)
}

function toMonth(year: string | undefined, month: string | undefined, isOfCalendar: boolean): NamedMonth[] {
  const toMonth = { year: Number(year), month: Number(month), isOfCalendar }
  const isMonth = toMonth.month >= 1 && toMonth.month <= 12
  return isMonth && toMonth.year >= 1000 && toMonth.year <= 9999 ? [toMonth] : []
}
