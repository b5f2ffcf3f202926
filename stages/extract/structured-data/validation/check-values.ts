import { type ItemNode, type ItemValue, isNode, isReference, type Literal } from '../item-graph.ts'
import { type ValueKind, vocabulary } from '../vocabulary.ts'
import { type Findings, pathTo, typeNameOf, type Visit } from './findings.ts'

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
function ratingOf(value: Literal): { readonly onScale: number | null } | null {
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
function faultOfValue(property: string, value: Literal, kind: ValueKind): string | null {
  const strict = stricter.get(property) ?? kind
  if (strict === null || String(value).trim() === '') return null
  if (typeof strict !== 'string')
    return isMember(String(value).trim(), strict) ? null : 'one of the enumeration'
  const [what, isRight] = judges[strict]
  return isRight(value) ? null : what
}

const maxQuoted = 60

function isLiteral(value: ItemValue): value is Literal {
  return !isNode(value) && !isReference(value)
}

function quoted(value: Literal): string {
  const text = String(value)
  return `"${text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text}"`
}

function numberIn(node: ItemNode, property: string): number | null {
  const value = node.properties.get(property)?.[0]
  return value !== undefined && isLiteral(value) ? (ratingOf(value)?.onScale ?? null) : null
}

/**
 * The fault of a rating outside its scale. Without a scale it is out of five. Zero is accepted as "no rating yet".
 */
function faultOfScale(node: ItemNode): string | null {
  const rating = numberIn(node, 'ratingValue')
  const best = numberIn(node, 'bestRating') ?? 5
  const worst = numberIn(node, 'worstRating') ?? 0
  if (rating === null || (rating >= worst && rating <= best)) return null
  return `the rating ${rating} is not between ${worst} and ${best}`
}

/** Checks that values fit their property: dates, numbers, URLs, codes, enumerations, ratings. */
export function checkValues({ node, path }: Visit, findings: Findings): void {
  const place = { rule: 'sd-invalid-value', type: typeNameOf(node), offset: node.offset } as const
  for (const [property, values] of node.properties) {
    const kind = vocabulary().kindOf(property)
    for (const [index, value] of values.entries()) {
      const wanted = isLiteral(value) ? faultOfValue(property, value, kind) : null
      if (wanted === null) continue
      const message = `${property} is ${quoted(value as Literal)}, not ${wanted}`
      findings.add('warning', { ...place, path: pathTo(path, property, index, values.length), message })
    }
  }
  const message = faultOfScale(node)
  if (message !== null)
    findings.add('warning', { ...place, path: pathTo(path, 'ratingValue', 0, 1), message })
}
