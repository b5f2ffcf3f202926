import type { Context } from 'koa'
import type { Operation } from '#shared/errors.ts'
import type { ApiKey } from '../keys.ts'
import type { Quotas } from '../quotas.ts'
import { refuseExcess, showAllowance } from './allowance.ts'

/** Counts the call against its key's quota; throws `RATE_LIMIT_EXCEEDED` when that is spent. */
export async function countCall(
  context: Context,
  { operation, owner }: { readonly operation: Operation; readonly owner: ApiKey },
  quotas: Quotas,
): Promise<void> {
  const counted = await quotas.take(owner, operation)
  if (counted === null) return
  if (!counted.isGranted) refuseExcess(context, counted, `The key's daily limit for ${operation} is spent`)
  showAllowance(context, counted)
}
