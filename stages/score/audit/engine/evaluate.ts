import type { Element } from 'domhandler'
import { type Evidence, elementEvidence, fail, notApplicable, notDecidable, pass } from './rule.ts'

/** Returned for an element that the rule cannot decide about. */
export const undecided = Symbol('undecided')

/** The fault of an element, as evidence shows it; null without a fault. */
export type FaultOf = (element: Element) => string | null | typeof undecided

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
    const evidence = faulty.values().map(({ element, fault }) => elementEvidence(element, fault as string))
    return fail(message, { evidence, extent })
  }
  return evaluated.some(({ fault }) => fault === undecided) ? notDecidable(reason) : pass
}

/** A URL that the page refers to: the target of a link, a file it loads, a language version. */
export interface Target {
  readonly evidence: Evidence
}

/** The fault of a target, as evidence shows it; null without a fault; a reason where it cannot be decided. */
export type TargetFault = string | null | { readonly unknown: string }

/**
 * Verdict on targets. Not applicable without any target. Fails with `message`, whose values are `affected` and
 * `total`, when a target has a fault. Not decidable when no target has a fault but some are undecided.
 */
export function evaluateTargets<T extends Target, const Message extends string>(
  targets: readonly T[],
  message: Message,
  faultOf: (target: T) => TargetFault,
) {
  if (targets.length === 0) return notApplicable
  const evaluated = targets.map((target) => ({ node: target.evidence.node, fault: faultOf(target) }))
  const faulty = evaluated.flatMap(({ node, fault }) =>
    typeof fault === 'string' ? { node, value: fault } : [],
  )
  if (faulty.length > 0) {
    const extent = { affected: faulty.length, total: targets.length }
    return fail(message, { evidence: faulty, extent })
  }
  for (const { fault } of evaluated)
    if (fault !== null && typeof fault === 'object') return notDecidable(fault.unknown)
  return pass
}
