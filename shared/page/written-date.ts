const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthName =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?$/i
const weekday =
  /^(?:mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)\.?$/i

/** Hours east of UTC: the zones of RFC 822 (section 5.1), and others in wide use. */
const zoneHours: Readonly<Record<string, number>> = {
  ...{ z: 0, ut: 0, utc: 0, gmt: 0, est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 },
  ...{ akst: -9, akdt: -8, hst: -10, brt: -3, art: -3, wet: 0, west: 1, bst: 1, cet: 1, cest: 2, mez: 1 },
  ...{ mesz: 2, eet: 2, eest: 3, msk: 3, sast: 2, ist: 5.5, hkt: 8, sgt: 8, awst: 8, jst: 9, kst: 9 },
  ...{ acst: 9.5, acdt: 10.5, aest: 10, aedt: 11, nzst: 12, nzdt: 13 },
}
/** Another name of a zone: read as UTC, uncertain by some hours. Names of places are those of the IANA database. */
const otherZone = /^(?:[A-Z]{1,5}|[A-Z][A-Za-z]+\/[A-Z][A-Za-z_]+)$/

/** No date format is longer. */
const MAX_CHARS = 100
const MINUTE_MS = 60_000

/** The parts of a date, as far as they are read. */
interface Parts {
  /** Year, month from 1, day: where the text has them in one word. */
  date: readonly [number, number, number] | null
  month: number | null
  /** Numbers that are a day or a year, in order, as written. */
  readonly numbers: string[]
  /** Milliseconds of the day. */
  time: number | null
  /** Minutes east of UTC. */
  zone: number | null
}

/**
 * The time that a date names, in milliseconds since the epoch: RFC 822, RFC 850, RFC 9110 (section 5.6.7) and ISO 8601, and
 * the same parts in another order, with English names. Without a zone it is UTC, without a time the beginning of the day.
 * Null for a date that cannot be read, or that the calendar does not have.
 */
export function timeOf(text: string): number | null {
  if (text.length > MAX_CHARS) return null
  const parts: Parts = { date: null, month: null, numbers: [], time: null, zone: null }
  const words = text
    .replace(/\([^()]*\)/g, ' ')
    .replace(/(\d)(am|pm)\b/gi, '$1 $2')
    .split(/[\s,]+/)
    .filter((word) => word !== '' && word.toLowerCase() !== 'at')
  const areRead = words.every((word, index) => readWord(word, parts, { next: words[index + 1] ?? '' }))
  return areRead ? assembled(parts) : null
}

type Reader = (word: string, parts: Parts, around: { readonly next: string }) => boolean

const readers: readonly Reader[] = [
  (word) => weekday.test(word),
  readMonth,
  readWholeDate,
  readDateWithTime,
  readTime,
  readHalfOfDay,
  readNumber,
  readZone,
]

function readWord(word: string, parts: Parts, around: { readonly next: string }): boolean {
  return readers.some((read) => read(word, parts, around))
}

function readMonth(word: string, parts: Parts): boolean {
  if (parts.month !== null || !monthName.test(word)) return false
  parts.month = months.indexOf(word.slice(0, 3).toLowerCase()) + 1
  return true
}

const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$|^(\d{4})(\d{2})(\d{2})$|^(\d{4})\/(\d{1,2})\/(\d{1,2})$/
const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/
const withName = /^(\d{1,2})[-/]([a-z]{3,9})[-/](\d{4}|\d{2})$/i

/** `2026-12-31`, `20261231`, `12/31/2026`, `31-Dec-26`. */
function readWholeDate(word: string, parts: Parts): boolean {
  if (parts.date !== null || parts.month !== null) return false
  parts.date = isoDate(word) ?? americanDate(word) ?? namedDate(word)
  return parts.date !== null
}

function isoDate(word: string): Parts['date'] {
  const found = iso.exec(word)?.slice(1).filter(Boolean).map(Number)
  return found === undefined ? null : [found[0] ?? 0, found[1] ?? 0, found[2] ?? 0]
}

function americanDate(word: string): Parts['date'] {
  const found = american.exec(word)
  return found === null ? null : [Number(found[3]), Number(found[1]), Number(found[2])]
}

function namedDate(word: string): Parts['date'] {
  const [, day, name = '', year = ''] = withName.exec(word) ?? []
  if (!monthName.test(name)) return null
  return [yearOf(year), months.indexOf(name.slice(0, 3).toLowerCase()) + 1, Number(day)]
}

/** `2026-12-31T10:00:00Z`, also in the basic format of ISO 8601. */
function readDateWithTime(word: string, parts: Parts): boolean {
  const at = word.search(/t/i)
  return at > 0 && readWholeDate(word.slice(0, at), parts) && readTime(word.slice(at + 1), parts)
}

const clock = /^(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?(.*)$/

/** `10:00`, `10:00:00.5`, with a zone behind it: `10:00:00+01:00`. The digits alone are a time only behind a `T`. */
function readTime(word: string, parts: Parts): boolean {
  const [, hours, minutes, seconds = '0', zone = ''] = clock.exec(word) ?? []
  if (hours === undefined || parts.time !== null) return false
  if (!word.includes(':') && parts.date === null) return false
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds)]
  if (hour > 24 || minute > 59 || second > 60) return false
  parts.time = ((hour * 60 + minute) * 60 + second) * 1_000
  return zone === '' || readZone(zone, parts)
}

/** `am` or `pm` behind a time or behind an hour. */
function readHalfOfDay(word: string, parts: Parts): boolean {
  if (!/^[ap]\.?m\.?$/i.test(word) || parts.time === null) return false
  const hour = Math.floor(parts.time / (60 * MINUTE_MS))
  if (hour < 1 || hour > 12) return false
  const isAfternoon = word[0]?.toLowerCase() === 'p'
  parts.time += ((isAfternoon ? 12 : 0) - (hour === 12 ? 12 : 0)) * 60 * MINUTE_MS
  return true
}

/** A day (`25`, `25th`) or a year; an hour where `am` or `pm` follows. */
function readNumber(word: string, parts: Parts, { next }: { readonly next: string }): boolean {
  if (!/^(?:\d{1,2}(?:st|nd|rd|th)?|\d{4})$/i.test(word)) return false
  if (/^[ap]\.?m\.?$/i.test(next) && parts.time === null) parts.time = Number(word) * 60 * MINUTE_MS
  else parts.numbers.push(word)
  return true
}

const offset = /^(?:GMT|UTC)?([+-])(\d{1,2})(?::?(\d{2}))?$/i

function readZone(word: string, parts: Parts): boolean {
  const named = zoneHours[word.toLowerCase()]
  const [, sign, hours, minutes = '0'] = offset.exec(word) ?? []
  if (parts.zone !== null && sign === undefined) return false
  if (sign !== undefined) parts.zone = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  else if (named !== undefined) parts.zone = named * 60
  else if (otherZone.test(word)) parts.zone = 0
  return parts.zone !== null
}

/** Two digits of a year as in RFC 5322, section 4.3. */
function yearOf(digits: string): number {
  const year = Number(digits)
  if (digits.length > 2) return year
  return year < 50 ? 2000 + year : 1900 + year
}

function assembled({ date, month, numbers, time, zone }: Parts): number | null {
  const [year, monthOfYear, day] = date ?? separateDate(month, numbers) ?? [0, 0, 0]
  if (date !== null && numbers.length > 0) return null
  const start = Date.UTC(year, monthOfYear - 1, day)
  const read = new Date(start)
  if (year < 1000 || read.getUTCMonth() !== monthOfYear - 1 || read.getUTCDate() !== day) return null
  return start + (time ?? 0) - (zone ?? 0) * MINUTE_MS
}

function separateDate(month: number | null, numbers: readonly string[]): Parts['date'] {
  const [first = '', second = ''] = numbers
  if (month === null || numbers.length !== 2) return null
  const [day, year] = /^\d{4}$/.test(first) ? [second, first] : [first, second]
  return [yearOf(year), month, Number.parseInt(day, 10)]
}
