import type { Element } from 'domhandler'
import { elementEvidence, fail, notApplicable, notDecidable, pass } from './rule.ts'

/** What a rule says of one element that it cannot judge. */
export const undecided = Symbol('undecided')

/** What is wrong with an element, as evidence shows it; null when nothing is. */
export type FaultOf = (element: Element) => string | null | typeof undecided

const SHOWN = 10

/**
 * The verdict on many elements of one kind: not applicable without any; failed with `message`, whose values are `affected` and `total`,
 * when some are at fault; not decidable for `reason` when none is but some cannot be judged.
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
