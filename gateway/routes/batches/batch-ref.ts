import type { Context } from 'koa'
import { Failure } from '#shared/errors.ts'
import type { OwnedBatchId } from '#shared/ports/batches.ts'
import { type ApiKey, ownerOf } from '../../access/api-keys.ts'

/** The owner of the key: keys with the same owner share their batches. */
export function ownerIn(context: Context): string {
  return ownerOf(context.state.key as ApiKey)
}

/** The batch that the path names, for the owner of the key. */
export function batchRef(context: Context): OwnedBatchId {
  return { id: context.params.id as string, owner: ownerIn(context) }
}

/** Throws `NOT_FOUND` where there is no such batch. */
export function orNotFound<T>(found: T | null): T {
  if (found === null) throw new Failure('NOT_FOUND', 'There is no such batch')
  return found
}
