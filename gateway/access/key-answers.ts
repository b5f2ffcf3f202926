import { z } from 'zod'
import type { Answer } from '#shared/operations/casing.ts'
import { allScopes, limitNames, plans } from './api-keys.ts'

const limit = z.int().min(0)
/** The description of a key: `infra/docs/clients.md#keys`. Neither its secret nor the hash of it. */
export const keyAnswer = z.object({
  id: z.string().describe('The 8 characters after `pp_`.'),
  plan: z.enum(plans),
  scopes: z.array(z.enum(allScopes)),
  limits: z
    .partialRecord(z.enum(limitNames), limit)
    .describe("The key's own limits a UTC day; they replace those of its plan."),
  metadata_ttl_seconds: limit
    .nullable()
    .describe('Maximum age of a cached metadata response for the key; null = any.'),
  label: z.string(),
  owner: z.string().describe('Keys with the same owner share what they make.'),
  state: z.enum(['active', 'revoked']),
  created_at: z.iso.datetime(),
})
export type KeyBody = Answer<typeof keyAnswer>

/** The answer to a new key. */
export const createdKey = keyAnswer.extend({
  key: z.string().describe('The key itself. It is shown only here: the service stores a digest of it.'),
})
export type CreatedKeyBody = Answer<typeof createdKey>

/** The body of `GET /keys`. */
export const keyList = z.object({
  keys: z.array(keyAnswer).describe('In the order of their creation, revoked ones too.'),
})
export type KeyListBody = Answer<typeof keyList>

const quota = z.object({
  limit: limit.nullable().describe('What the key may use a UTC day; null = no limit.'),
  used: limit.describe('What it has used today, with a limit or without.'),
  remaining: limit.nullable().describe('What is left for today; null = no limit.'),
  resets_at: z.iso.datetime().describe('The next UTC midnight.'),
})
const day = z.object({
  date: z.iso.date().describe('In UTC.'),
  operations: z
    .partialRecord(z.enum(limitNames), limit)
    .describe('Only what was used. `batch`: items of batches, without those that were given back.'),
})

/** The body of `GET /usage`: `infra/docs/clients.md#usage`. */
export const usage = z.object({
  plan: z.enum(plans),
  operations: z
    .object(Object.fromEntries(limitNames.map((name) => [name, quota])))
    .describe('The calls of each operation; `batch`: items of batches.'),
  days: z.array(day).describe('Of the last 30 UTC days those on which the key was used, the oldest first.'),
  scopes: z.array(z.enum(allScopes)),
  owner: z.string(),
})
export type UsageBody = Answer<typeof usage>
