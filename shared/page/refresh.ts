import { URL_LIMIT } from '#shared/operations/fields.ts'

/** What a declarative refresh says: the value of a `refresh` pragma or of a `Refresh` header. */
export interface Refresh {
  /** Whole seconds until it happens; a fraction does not count. */
  readonly seconds: number
  /** The URL as written: '' is the document's base. Null when it names none: the page is loaded again. */
  readonly address: string | null
}

/** Longer values have URLs that are longer than any that is inspected. */
const MAX_CHARS = URL_LIMIT + 100

/** Seconds, and a fraction that is ignored. It matches any text, so that no character is looked at twice. */
const time = /^[\t\n\f\r ]*(\d*)([\d.]*)/
const separatorStart = /^[;,\t\n\f\r ]/
const separator = /^[\t\n\f\r ]*[;,]?[\t\n\f\r ]*/
const naming = /^url[\t\n\f\r ]*=[\t\n\f\r ]*/i

/**
 * Reads the value of a declarative refresh (HTML Standard, 4.2.5.3, "shared declarative refresh steps"). Null for values that
 * browsers ignore, and for longer ones than any URL needs.
 */
export function parseRefresh(value: string): Refresh | null {
  if (value.length > MAX_CHARS) return null
  const [whole = '', seconds = '', fraction = ''] = time.exec(value) ?? []
  if (seconds === '' && !fraction.startsWith('.')) return null
  const rest = value.slice(whole.length)
  if (rest !== '' && !separatorStart.test(rest)) return null
  const written = rest.replace(separator, '')
  return {
    seconds: Math.min(Number(seconds), Number.MAX_SAFE_INTEGER),
    address: written === '' ? null : addressIn(written),
  }
}

/** The URL without `url=`, and without quotes and what follows the closing one. */
function addressIn(written: string): string {
  const address = written.replace(naming, '')
  const [quote] = address
  if (quote !== '"' && quote !== "'") return address
  return address.slice(1).split(quote, 1)[0] ?? ''
}
