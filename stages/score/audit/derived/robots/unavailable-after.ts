import type { Facts } from '../../facts/facts.ts'
import { type Directive, directivesFor } from './robots-directives.ts'

export interface Expiry {
  readonly directive: Directive
  /** Milliseconds since the epoch; null for a date that cannot be read. */
  readonly at: number | null
}

/** A zone name that JavaScript does not know: the date is read as UTC and is uncertain by a few hours. */
const unknownZone = /\s+[A-Z]{2,5}$/

/** The dates after which Google removes the page. */
export function expiriesOf(sources: Pick<Facts, 'document' | 'http'>): readonly Expiry[] {
  return directivesFor(sources, 'googlebot')
    .filter(({ name }) => name === 'unavailable_after')
    .map((directive) => ({ directive, at: timeOf(directive.value ?? '') }))
}

/** RFC 822, RFC 850 and ISO 8601, as Google accepts them. */
function timeOf(text: string): number | null {
  for (const candidate of [text, text.replace(unknownZone, ' UTC')]) {
    const time = Date.parse(candidate.trim())
    if (!Number.isNaN(time)) return time
  }
  return null
}
