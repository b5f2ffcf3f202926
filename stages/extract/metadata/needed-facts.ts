import { type Group, keysOf } from './groups.ts'
import type { MetadataResult } from './result.ts'

/** Facts that cost much and that few parts of a result are made of. */
export const expensiveFacts = ['anchors', 'images', 'markers', 'items', 'words'] as const
export type ExpensiveFact = (typeof expensiveFacts)[number]

export const allFacts: ReadonlySet<ExpensiveFact> = new Set(expensiveFacts)

/** What is made of them; all other keys of a result are made of the other facts alone. */
const factsOfKey: Readonly<Partial<Record<keyof MetadataResult, readonly ExpensiveFact[]>>> = {
  images: ['images'],
  links: ['anchors'],
  dominant_color: ['images'],
  social_handles: ['anchors'],
  tech_stack: ['images', 'markers'],
  content: ['words'],
  schema_org_summary: ['items'],
}

/** The dear facts that the groups of a result need. */
export function factsFor(groups: readonly Group[]): ReadonlySet<ExpensiveFact> {
  return new Set([...keysOf(groups)].flatMap((key) => factsOfKey[key] ?? []))
}
