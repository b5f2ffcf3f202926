import type { MetadataGroup } from '#shared/operations/metadata.ts'
import type { MetadataResult } from '#shared/operations/results/metadata-result.ts'
import type { ExpensiveFact } from '../facts/page-facts.ts'

type Key = keyof MetadataResult

const basic = [
  'title',
  'description',
  'language',
  'charset',
  'canonical',
  'keywords',
  'author',
  'publisher',
] as const
const og = ['og', 'site_name'] as const
const media = ['images', 'truncated'] as const
const links = ['links', 'truncated'] as const
const head = ['viewport', 'theme_color', 'generator', 'robots', 'manifest_url'] as const
const tier1 = [...basic, ...og, 'twitter', ...head] as const
const tier2 = ['content', ...media, ...links, 'schema_org_summary'] as const
const tier3 = ['dominant_color', 'social_handles', 'tech_stack'] as const

/** Field groups of `GET /metadata` and the result keys of each (`infra/docs/clients.md#field-groups`). */
export const groups = {
  basic,
  og,
  twitter: ['twitter'],
  schema: ['schema_org_summary'],
  media,
  icons: ['icons'],
  links,
  http: ['http'],
  indexability: ['indexability'],
  counters: ['content'],
  tier1,
  tier2,
  tier3,
  all: [...tier1, ...tier2, ...tier3, 'icons', 'http', 'indexability'],
} as const satisfies Readonly<Record<MetadataGroup, readonly Key[]>>

/** All result keys of the groups. `url`, `final_url`, `fetched_at` and `extraction` are always in the result. */
export function keysOf(requested: readonly MetadataGroup[]): ReadonlySet<Key> {
  return new Set(requested.flatMap((group) => groups[group] as readonly Key[]))
}

/** Expensive facts by the result key that needs them. All other keys need none. */
const factsOfKey: Readonly<Partial<Record<Key, readonly ExpensiveFact[]>>> = {
  images: ['images'],
  links: ['anchors'],
  dominant_color: ['images'],
  social_handles: ['anchors'],
  tech_stack: ['images', 'markers'],
  content: ['words'],
  schema_org_summary: ['items'],
}

/** The expensive facts that the groups need. */
export function factsFor(groups: readonly MetadataGroup[]): ReadonlySet<ExpensiveFact> {
  return new Set([...keysOf(groups)].flatMap((key) => factsOfKey[key] ?? []))
}
