import type Router from '@koa/router'
import type { Context } from 'koa'
import { Failure } from '#shared/errors.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { createStoredKey, listKeys } from '../../access/api-keys.ts'
import { type AuthOptions, authenticate } from '../../middleware/authenticate.ts'
import type { CallState } from '../../middleware/call-state.ts'
import { withFieldErrors } from '../request/field-errors.ts'
import { readJsonBody } from '../request/json-body.ts'
import { parseStrictQuery } from '../request/strict-query.ts'
import { createdKeyBody, keyBody, noQuery, parseNewKey } from './key-body.ts'

export interface KeysOptions extends AuthOptions {
  /** Where the keys are. */
  readonly keyStore: KeyValues
  /** Revokes a key, here at once; false when there is none with this id. */
  revokeKey(id: string): Promise<boolean>
}

/** An id of a key; any other text names none. */
const ID = /^[A-Za-z0-9]{8}$/

/** Lists, creates and revokes keys (scope `admin`): `infra/docs/clients.md#keys`. */
export function keysRoutes(router: Router<CallState>, options: KeysOptions): void {
  const requireAdmin = authenticate(options, 'admin')
  router.get('/keys', requireAdmin, async (context) => {
    parseStrictQuery(noQuery, context.querystring)
    context.body = { keys: (await listKeys(options.keyStore)).map(keyBody) }
  })
  router.post('/keys', requireAdmin, (context) => create(context, options))
  router.delete('/keys/:id', requireAdmin, (context) => revoke(context, options))
}

async function create(context: Context, { keyStore }: KeysOptions): Promise<void> {
  try {
    const body = await readJsonBody(context)
    parseStrictQuery(noQuery, context.querystring)
    const created = await createStoredKey(keyStore, parseNewKey(body))
    context.status = 201
    context.body = createdKeyBody(created)
  } catch (error) {
    throw withFieldErrors(error)
  }
}

async function revoke(context: Context, { revokeKey }: KeysOptions): Promise<void> {
  const id = context.params.id as string
  if (!ID.test(id) || !(await revokeKey(id))) throw new Failure('NOT_FOUND', 'There is no such key')
  context.status = 204
}
