import { z } from 'zod'
import { operations } from '#shared/errors.ts'
import { numberBetween, oneOf } from '#shared/operations/fields.ts'
import { grantedScopes, type LimitName, limitNames, type NewKey, plans, scopes } from './api-keys.ts'

const MAX_NUMBER = 999_999_999
const MAX_LABEL = 200
const limit = numberBetween(0, MAX_NUMBER).exactOptional()
const owner = { error: 'must be a name of 1 to 64 letters, digits, _ . @ and -' }
const label = { error: `must be one line of at most ${MAX_LABEL} characters without control characters` }
/** `unthrottled` has a switch of its own, and is taken here too. */
const scopeName = { error: `must be one of: ${scopes.join(', ')}` }
const scopeList = { error: 'must be a list of at least one scope' }

/** What a new key may be given, and the defaults. The command line and the HTTP interface share it. */
export const newKeySchema = z.strictObject(
  {
    plan: oneOf(plans).default('free').describe('Which daily limits the key has.'),
    scopes: z
      .array(z.enum([...scopes, 'unthrottled'], scopeName), scopeList)
      .min(1, scopeList)
      .default([...operations])
      .describe('What the key may ask for.'),
    limits: z
      .strictObject(
        Object.fromEntries(limitNames.map((name) => [name, limit])) as Record<LimitName, typeof limit>,
        { error: 'must be an object' },
      )
      .default({})
      .describe(
        'Calls a UTC day by operation, batch items and thumbnails; in place of the limits of the plan. 0 = none.',
      ),
    metadata_ttl_seconds: numberBetween(0, MAX_NUMBER)
      .nullable()
      .default(null)
      .describe('Maximum age of a cached metadata response for the key; null = any.'),
    label: z
      .string(label)
      .max(MAX_LABEL, label)
      .regex(/^\P{Cc}*$/u, label)
      .default('')
      .describe('A text for people, on one line.'),
    owner: z
      .string(owner)
      .regex(/^[\w.@-]{1,64}$/, owner)
      .nullable()
      .default(null)
      .describe('Keys with the same owner share what they make; null = the key is an owner by itself.'),
    admin: z
      .boolean({ error: 'must be true or false' })
      .default(false)
      .describe('Whether the key gets the scope `admin` besides.'),
    unthrottled: z
      .boolean({ error: 'must be true or false' })
      .default(false)
      .describe(
        "Whether the key gets the scope `unthrottled` besides: its batches may ask more of a host than the installation does. For one's own sites.",
      ),
  },
  { error: 'must be an object' },
)

/** The key that valid input describes. */
export function newKeyOf(input: z.infer<typeof newKeySchema>): NewKey {
  const { plan, limits, label: text, metadata_ttl_seconds: metadataTtlSeconds } = input
  return {
    plan,
    scopes: [...new Set([...input.scopes, ...grantedScopes.filter((scope) => input[scope])])],
    limits,
    metadataTtlSeconds,
    label: text,
    ...(input.owner !== null && { owner: input.owner }),
  }
}
