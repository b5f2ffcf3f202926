import type { Element } from 'domhandler'
import { elementEvidence, fail, notApplicable, notDecidable, pass } from './rule.ts'

/** Returned for an element that the rule cannot decide about. */
export const undecided = Symbol('undecided')

/** The fault of an element, as evidence shows it; null without a fault. */
export type FaultOf = (element: Element) => string | null | typeof undecided

const SHOWN = 10

/**
 * Verdict on elements of one kind. Not applicable without any element. Fails with `message`, whose values are
 * `affected` and `total`, when an element has a fault. Not decidable for `reason` when no element has a fault but
 * some are undecided.
 */
export function evaluateElements<const Message extends string>(
  elements: readonly Element[],
  message: Message,
  faultOf: FaultOf,
  reason = 'scripted_content',
) {
  if (elements.length === 0) return notApplicable
  const evaluated = elements.map((element) => ({ element, fault: faultOf(element) }))
  const faulty = evaluated.filter(({ fault }) => typeof fault === 'string')
  if (faulty.length > 0) {
    const extent = { affected: faulty.length, total: elements.length }
    const shown = faulty
      .slice(0, SHOWN)
      .map(({ element, fault }) => elementEvidence(element, fault as string))
    return fail(message, { values: { ...extent }, evidence: shown, extent })
  }
  return evaluated.some(({ fault }) => fault === undecided) ? notDecidable(reason) : pass
}
