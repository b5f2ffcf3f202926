import { crawlLimits } from './crawl-limits.ts'

/** A month that a URL names. */
interface NamedMonth {
  readonly year: number
  readonly month: number
  /** The date belongs to a calendar. Otherwise it belongs to an archive, or is a publication date. */
  readonly isOfCalendar: boolean
}

/** Words of a path that belong to a calendar. */
const calendarWord =
  /(?:^|[/_.-])(?:cal|calendars?|calendario|calendrier|kalender|agenda|events?|eventos|evenements|termine|\w*kalender|veranstaltungen|schedule|bookings?|availability)(?:[/_.-]|$)/i

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
export function isFarDate(pathname: string, search: string, now: number): boolean {
  return [...inPath(pathname), ...inQuery(pathname, search)].some((toMonth) => isFar(toMonth, now))
}

function isFar({ year, month, isOfCalendar }: NamedMonth, now: number): boolean {
  const today = new Date(now)
  const monthsAhead = (year - today.getUTCFullYear()) * 12 + (month - 1 - today.getUTCMonth())
  const yearsBack = isOfCalendar ? crawlLimits.calendarYears : crawlLimits.archiveYears
  return monthsAhead > crawlLimits.calendarYears * 12 || -monthsAhead > yearsBack * 12
}

function inPath(pathname: string): NamedMonth[] {
  if (!/\d{4}/.test(pathname)) return []
  const isOfCalendar = calendarWord.test(pathname)
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
  const found = pairs.flatMap(([name, value]) => inValue(name, value, calendarWord.test(pathname)))
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
