import { type Group, keysOf } from './groups.ts'
import type { MetadataResult } from './result.ts'

/** Facts that are expensive to collect and that few parts of a result need. */
export const expensiveFacts = ['anchors', 'images', 'markers', 'items', 'words'] as const
export type ExpensiveFact = (typeof expensiveFacts)[number]

export const allFacts: ReadonlySet<ExpensiveFact> = new Set(expensiveFacts)

/** Expensive facts by the result key that needs them. All other keys need none. */
const factsOfKey: Readonly<Partial<Record<keyof MetadataResult, readonly ExpensiveFact[]>>> = {
  images: ['images'],
  links: ['anchors'],
  dominant_color: ['images'],
  social_handles: ['anchors'],
  tech_stack: ['images', 'markers'],
  content: ['words'],
  schema_org_summary: ['items'],
}

/** The expensive facts that the groups need. */
export function factsFor(groups: readonly Group[]): ReadonlySet<ExpensiveFact> {
  return new Set([...keysOf(groups)].flatMap((key) => factsOfKey[key] ?? []))
}
