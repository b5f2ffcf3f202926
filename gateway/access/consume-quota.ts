import type { Context } from 'koa'
import type { Operation } from '#shared/errors.ts'
import type { ApiKey } from './api-keys.ts'
import type { Quotas } from './quotas.ts'
import { rejectRateLimited, setRateLimitHeaders } from './rate-limit.ts'

/**
 * Counts the call against the daily quota of its key and sets the rate limit headers. Throws `RATE_LIMIT_EXCEEDED` when
 * the quota is spent.
 */
export async function consumeQuota(
  context: Context,
  { operation, owner }: { readonly operation: Operation; readonly owner: ApiKey },
  quotas: Quotas,
): Promise<void> {
  const result = await quotas.consume(owner, operation)
  if (result === null) return
  if (!result.isGranted) rejectRateLimited(context, result, `The key's daily limit for ${operation} is spent`)
  setRateLimitHeaders(context, result)
}
