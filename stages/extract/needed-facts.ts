import { type Group, keysOf } from './groups.ts'
import type { MetadataResult } from './result.ts'

/** Facts that cost much and that few parts of a result are made of. */
export const dearFacts = ['anchors', 'images', 'hooks', 'items', 'words'] as const
export type DearFact = (typeof dearFacts)[number]

export const allFacts: ReadonlySet<DearFact> = new Set(dearFacts)

/** What is made of them; all other keys of a result are made of the other facts alone. */
const madeOf: Readonly<Partial<Record<keyof MetadataResult, readonly DearFact[]>>> = {
  images: ['images'],
  links: ['anchors'],
  dominant_color: ['images'],
  social_handles: ['anchors'],
  tech_stack: ['images', 'hooks'],
  content: ['words'],
  schema_org_summary: ['items'],
}

/** The dear facts that the groups of a result need. */
export function factsFor(groups: readonly Group[]): ReadonlySet<DearFact> {
  return new Set([...keysOf(groups)].flatMap((key) => madeOf[key] ?? []))
}
