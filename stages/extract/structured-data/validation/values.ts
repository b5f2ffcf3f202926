import type { Literal } from '../item.ts'
import type { ValueKind } from '../vocabulary.ts'

const date = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/
const compactDate = /^(\d{4})(\d{2})(\d{2})$/
const time =
  /^([01]\d|2[0-3]):?([0-5]\d)(?::?([0-5]\d|60)(?:[.,]\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?$/i
const duration =
  /^P(?=\d|T\d)(?:\d+(?:[.,]\d+)?Y)?(?:\d+(?:[.,]\d+)?M)?(?:\d+(?:[.,]\d+)?W)?(?:\d+(?:[.,]\d+)?D)?(?:T(?=\d)(?:\d+(?:[.,]\d+)?H)?(?:\d+(?:[.,]\d+)?M)?(?:\d+(?:[.,]\d+)?S)?)?$/
const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

/** A calendar date of ISO 8601; day or month may be omitted. */
function isDate(text: string): boolean {
  const found = date.exec(text) ?? compactDate.exec(text)
  if (!found) return false
  const [, year, month = '01', day = '01'] = found
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= days
}

/** A date, or a date with time of day, of ISO 8601 (8601-1:2019, 5.2 and 5.4). */
export function isIsoDate(text: string): boolean {
  const at = text.search(/T/i)
  return at < 0 ? isDate(text) : isDate(text.slice(0, at)) && at >= 8 && time.test(text.slice(at + 1))
}

/** A duration of ISO 8601 (5.5.2), e.g. `PT1H30M`. */
export function isIsoDuration(text: string): boolean {
  return duration.test(text)
}

function isNumeric(value: Literal): boolean {
  return typeof value === 'number' || (typeof value === 'string' && number.test(value.trim()))
}

function isAbsoluteUrl(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(text) && URL.canParse(text)
}

function isBoolean(value: Literal): boolean {
  return (
    typeof value === 'boolean' || /^(?:https?:\/\/schema\.org\/)?(?:true|false)$/i.test(String(value).trim())
  )
}

const schemaOrgMember = /^(?:(?:https?:)?\/\/(?:www\.)?schema\.org\/|schema:)/i

/** A member of an enumeration, bare or as a URL; URLs of other vocabularies are accepted. */
function isMember(text: string, members: ReadonlySet<string>): boolean {
  const name = text.replace(schemaOrgMember, '').replace(/\/$/, '')
  return members.has(name) || (name === text && isAbsoluteUrl(text))
}

let currencies: ReadonlySet<string> | undefined

/** A three-letter code of ISO 4217, historic ones included. */
function isCurrency(text: string): boolean {
  currencies ??= new Set(Intl.supportedValuesOf('currency'))
  return currencies.has(text)
}

/**
 * Parses a rating: a number, a percentage or a fraction. Null for other values. Only a number is on the scale of
 * the rating.
 */
export function ratingOf(value: Literal): { readonly onScale: number | null } | null {
  if (isNumeric(value)) return { onScale: Number(value) }
  return /^\s*\d+(?:\.\d+)?\s*(?:%|\/\s*\d+(?:\.\d+)?)\s*$/.test(String(value)) ? { onScale: null } : null
}

type NamedKind = Extract<ValueKind, string> | 'currency' | 'rating'

const judges: Readonly<Record<NamedKind, readonly [what: string, isRight: (value: Literal) => boolean]>> = {
  date: ['a date of ISO 8601', (value) => isIsoDate(String(value).trim())],
  time: [
    'a date or time of ISO 8601',
    (value) => isIsoDate(String(value).trim()) || time.test(String(value).trim()),
  ],
  number: ['a number', isNumeric],
  boolean: ['true or false', isBoolean],
  url: ['an absolute URL', (value) => isAbsoluteUrl(String(value).trim())],
  duration: ['a duration of ISO 8601', (value) => isIsoDuration(String(value).trim())],
  currency: ['a currency code of ISO 4217', (value) => isCurrency(String(value).trim())],
  rating: ['a number, a percentage or a fraction', (value) => ratingOf(value) !== null],
}

/** Properties for which the vocabulary accepts any text and search engines do not. */
const stricter: ReadonlyMap<string, NamedKind> = new Map([
  ...['price', 'lowPrice', 'highPrice', 'minPrice', 'maxPrice', 'latitude', 'longitude'].map(
    (name) => [name, 'number'] as const,
  ),
  ...['priceCurrency', 'currency', 'salaryCurrency'].map((name) => [name, 'currency'] as const),
  ...['ratingValue', 'bestRating', 'worstRating'].map((name) => [name, 'rating'] as const),
])

/** The expected form of a wrong value; null when the value is right or cannot be checked. */
export function faultOfValue(property: string, value: Literal, kind: ValueKind): string | null {
  const strict = stricter.get(property) ?? kind
  if (strict === null || String(value).trim() === '') return null
  if (typeof strict !== 'string')
    return isMember(String(value).trim(), strict) ? null : 'one of the enumeration'
  const [what, isRight] = judges[strict]
  return isRight(value) ? null : what
}
