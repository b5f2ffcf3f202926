import { z } from 'zod'
import { type ApiKey, type CreatedKey, type NewKey, ownerOf } from '../../access/api-keys.ts'
import { newKeyOf, newKeySchema } from '../../access/new-key.ts'
import { fieldErrorsOf, invalidFields } from '../request/field-errors.ts'

/** The query of routes without parameters. */
export const noQuery = z.strictObject({})

/** Checks the JSON body of `POST /keys`. Throws `VALIDATION_ERROR` of shape C with all errors. */
export function parseNewKey(body: unknown): NewKey {
  const parsed = newKeySchema.safeParse(body)
  if (!parsed.success) throw invalidFields(fieldErrorsOf(parsed.error))
  return newKeyOf(parsed.data)
}

/** The description of a key: `infra/docs/contract.md#keys`. Neither its secret nor the hash of it. */
export function keyBody(key: ApiKey) {
  const { id, plan, scopes, limits, metadataTtlSeconds, label, isRevoked, createdAt } = key
  return {
    id,
    plan,
    scopes,
    limits,
    metadata_ttl_seconds: metadataTtlSeconds,
    label,
    owner: ownerOf(key),
    state: isRevoked ? 'revoked' : 'active',
    created_at: createdAt,
  }
}

/** The description of a new key with what its client presents, which is shown only here. */
export function createdKeyBody({ key, stored }: CreatedKey) {
  return { ...keyBody(stored), key }
}
