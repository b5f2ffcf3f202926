import { z } from 'zod'
import { fieldGroups, oneOf, targetUrl } from '#shared/operations/fields.ts'

/** The field groups of `GET /seo-audit`: infra/docs/clients.md#field-groups. */
export const auditGroups = [
  'scoring',
  'issues',
  'metrics',
  'indexability',
  'http',
  'web_vitals',
  'structured_data',
  'content',
  'i18n',
  'media',
  'summary',
  'context',
  'diagnostics',
  'technologies',
  'diff',
  'all',
] as const
export type AuditGroup = (typeof auditGroups)[number]

const fields = fieldGroups(auditGroups)

/** The groups of a `fields` value, without duplicates, in the order of the contract. */
export const auditGroupsOf = fields.groupsOf

/** Parameters of the operation `seo-audit`, with defaults: infra/docs/clients.md#seo-audit-parameters. */
export const auditParameters = z.strictObject({
  url: targetUrl,
  device: oneOf(['mobile', 'desktop']).default('mobile'),
  vitals: oneOf(['synthetic', 'none']).default('synthetic'),
  compare: z.boolean({ error: 'must be true or false' }).default(false),
  fields: fields.schema.default('all'),
})
export type AuditParameters = z.infer<typeof auditParameters>
