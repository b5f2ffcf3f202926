import type { ExpensiveFact } from '../facts/expensive-facts.ts'
import { type Group, keysOf } from './groups.ts'
import type { MetadataResult } from './result.ts'

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
