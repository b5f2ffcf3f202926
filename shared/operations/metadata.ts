import { z } from 'zod'
import { fieldGroups, numberBetween, oneOf, targetUrl } from '#shared/operations/fields.ts'

/** The field groups of `GET /metadata`. */
export const metadataGroups = [
  'basic',
  'og',
  'twitter',
  'schema',
  'media',
  'icons',
  'links',
  'http',
  'indexability',
  'counters',
  'tier1',
  'tier2',
  'tier3',
  'all',
] as const
export type MetadataGroup = (typeof metadataGroups)[number]

const fields = fieldGroups(metadataGroups)

/** The groups of a `fields` value, without duplicates, in the order of the contract. */
export const groupsOf = fields.groupsOf

/** Parameters of the operation `metadata`, with defaults: infra/docs/clients.md#metadata-parameters. */
export const metadataParameters = z.strictObject({
  url: targetUrl,
  fields: fields.schema.default('all'),
  device: oneOf(['mobile', 'desktop']).default('desktop'),
  max_images: numberBetween(1, 100).default(25),
  max_links: numberBetween(1, 500).default(100),
})
export type MetadataParameters = z.infer<typeof metadataParameters>
