import type { MetadataResult } from './result.ts'

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
] as const satisfies readonly Key[]
const og = ['og', 'site_name'] as const satisfies readonly Key[]
const twitter = ['twitter'] as const satisfies readonly Key[]
const schema = ['schema_org_summary'] as const satisfies readonly Key[]
const media = ['images', 'truncated'] as const satisfies readonly Key[]
const icons = ['icons'] as const satisfies readonly Key[]
const links = ['links', 'truncated'] as const satisfies readonly Key[]
const http = ['http'] as const satisfies readonly Key[]
const indexability = ['indexability'] as const satisfies readonly Key[]
const counters = ['content'] as const satisfies readonly Key[]
const tier1 = [
  ...basic,
  ...og,
  ...twitter,
  'viewport',
  'theme_color',
  'generator',
  'robots',
  'manifest_url',
] as const
const tier2 = [...counters, ...media, ...links, ...schema] as const
const tier3 = ['dominant_color', 'social_handles', 'tech_stack'] as const satisfies readonly Key[]
const all = [...tier1, ...tier2, ...tier3, ...icons, ...http, ...indexability] as const

/** Field groups of `GET /metadata` and the result keys of each (`infra/docs/contract.md#field-groups`). */
export const groups = {
  basic,
  og,
  twitter,
  schema,
  media,
  icons,
  links,
  http,
  indexability,
  counters,
  tier1,
  tier2,
  tier3,
  all,
} as const satisfies Readonly<Record<string, readonly Key[]>>

export type Group = keyof typeof groups

/** All result keys of the groups. `url`, `final_url`, `fetched_at` and `extraction` are always in the result. */
export function keysOf(requested: readonly Group[]): ReadonlySet<Key> {
  return new Set(requested.flatMap((group) => groups[group] as readonly Key[]))
}
