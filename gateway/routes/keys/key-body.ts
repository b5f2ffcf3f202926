import { z } from 'zod'
import { answerOf } from '#shared/operations/casing.ts'
import { type ApiKey, type CreatedKey, type NewKey, ownerOf } from '../../access/api-keys.ts'
import { type CreatedKeyBody, type KeyBody, keyAnswer } from '../../access/key-answers.ts'
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

/** The description of a key. */
export function keyBody(key: ApiKey): KeyBody {
  return answerOf(keyAnswer, { ...key, owner: ownerOf(key), state: key.isRevoked ? 'revoked' : 'active' })
}

/** The description of a new key with what its client presents, which is shown only here. */
export function createdKeyBody({ key, stored }: CreatedKey): CreatedKeyBody {
  return { ...keyBody(stored), key }
}
