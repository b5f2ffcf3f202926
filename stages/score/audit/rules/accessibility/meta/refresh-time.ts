import type { PageDocument } from '../../../document/page-document.ts'

/** Seconds without their fraction, then nothing, or a separator and the rest. */
const refresh = /^[\t\n\f\r ]*(\d+|(?=\.))[\d.]*(?:$|(?=[;,\t\n\f\r ])[\t\n\f\r ]*[;,]?[\t\n\f\r ]*)/
const naming = /^url[\t\n\f\r ]*=[\t\n\f\r ]*/i
const MAX_CHARS = 2_000

/**
 * The seconds after which the value of a `refresh` pragma reloads the page or leaves it (HTML Standard, 4.2.5.3,
 * shared declarative refresh steps); null for values that browsers ignore.
 */
export function refreshTime(document: PageDocument, content: string): number | null {
  const text = content.slice(0, MAX_CHARS)
  const found = refresh.exec(text)
  if (found === null) return null
  const rest = text.slice(found[0].length)
  if (rest !== '' && document.resolve(addressIn(rest)) === null) return null
  return Number(found[1])
}

function addressIn(rest: string): string {
  const address = rest.replace(naming, '')
  const [quote] = address
  if (quote !== '"' && quote !== "'") return address
  return address.slice(1).split(quote, 1)[0] ?? ''
}
