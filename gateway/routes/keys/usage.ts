import type Router from '@koa/router'
import { type ApiKey, limitNames, ownerOf } from '../../access/api-keys.ts'
import type { Quotas, QuotaUsage, Usage } from '../../access/quotas.ts'
import { type AuthOptions, authenticate } from '../../middleware/authenticate.ts'
import type { CallState } from '../../middleware/call-state.ts'
import { parseStrictQuery } from '../request/strict-query.ts'
import { noQuery } from './key-body.ts'

export interface UsageOptions extends AuthOptions {
  readonly quotas: Quotas
}

/** `GET /usage`: what the key may ask for, what is left of it today, and what it used on the days before. Counts nothing. */
export function usageRoute(router: Router<CallState>, options: UsageOptions): void {
  router.get('/usage', authenticate(options, null), async (context) => {
    parseStrictQuery(noQuery, context.querystring)
    const key = context.state.key as ApiKey
    context.body = usageBody(key, await options.quotas.usage(key))
  })
}

/** The body of `GET /usage`: `infra/docs/contract.md#usage`. */
export function usageBody(
  key: Pick<ApiKey, 'id' | 'plan' | 'scopes' | 'owner'>,
  { quotas, days, resetsAt }: Usage,
) {
  const resets_at = new Date(resetsAt).toISOString()
  const entries = limitNames.map((name) => [name, { ...quotaBody(quotas[name]), resets_at }])
  return {
    plan: key.plan,
    operations: Object.fromEntries(entries),
    days: days.map(({ date, used }) => ({ date, operations: used })),
    scopes: key.scopes,
    owner: ownerOf(key),
  }
}

function quotaBody({ limit, used }: QuotaUsage) {
  return { limit, used, remaining: limit === null ? null : Math.max(0, limit - used) }
}
