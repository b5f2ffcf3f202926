import { z } from 'zod'
import { oneOf, targetUrl } from '#shared/operations/fields.ts'

/** The field groups of `GET /seo-audit`: infra/docs/contract.md#field-groups. */
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

const isGroup = (token: string): token is AuditGroup => auditGroups.some((group) => group === token)

/** The groups of a `fields` value, without duplicates, in the order of the contract. */
export function auditGroupsOf(fields: string): AuditGroup[] {
  const named = fields.split(',').map((token) => token.trim())
  return auditGroups.filter((group) => named.includes(group))
}

const fields = z
  .string({ error: 'must be a comma-separated list of field groups' })
  .refine((text) => text.split(',').every((token) => isGroup(token.trim())), {
    error: `must be a comma-separated list of: ${auditGroups.join(', ')}`,
    params: { expected: auditGroups.join(' | ') },
  })

/** Parameters of the operation `seo-audit`, with defaults: infra/docs/contract.md#seo-audit-parameters. */
export const auditParameters = z.strictObject({
  url: targetUrl,
  device: oneOf(['mobile', 'desktop']).default('mobile'),
  vitals: oneOf(['synthetic', 'none']).default('synthetic'),
  compare: z.boolean({ error: 'must be true or false' }).default(false),
  fields: fields.default('all'),
})
export type AuditParameters = z.infer<typeof auditParameters>
