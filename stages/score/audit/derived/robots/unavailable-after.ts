import { timeOf } from '#shared/page/written-date.ts'
import type { Facts } from '../../facts/facts.ts'
import { type Directive, directivesFor } from './robots-directives.ts'

export interface Expiry {
  readonly directive: Directive
  /** Milliseconds since the epoch; null for a date that cannot be read. */
  readonly at: number | null
}

/** The dates after which Google removes the page. */
export function expiriesOf(sources: Pick<Facts, 'document' | 'http'>): readonly Expiry[] {
  return directivesFor(sources, 'googlebot')
    .filter(({ name }) => name === 'unavailable_after')
    .map((directive) => ({ directive, at: timeOf(directive.value ?? '') }))
}
