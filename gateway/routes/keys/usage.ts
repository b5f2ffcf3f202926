import type Router from '@koa/router'
import { answerOf } from '#shared/operations/casing.ts'
import { type ApiKey, limitNames, ownerOf } from '../../access/api-keys.ts'
import { type UsageBody, usage } from '../../access/key-answers.ts'
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

/** The body of `GET /usage`. */
export function usageBody(
  key: Pick<ApiKey, 'id' | 'plan' | 'scopes' | 'owner'>,
  { quotas, days, resetsAt }: Usage,
): UsageBody {
  const quotaOf = ({ limit, used }: QuotaUsage) => ({
    ...{ limit, used, remaining: limit === null ? null : Math.max(0, limit - used) },
    resetsAt: new Date(resetsAt).toISOString(),
  })
  return answerOf(usage, {
    ...key,
    operations: Object.fromEntries(limitNames.map((name) => [name, quotaOf(quotas[name])])),
    days: days.map(({ date, used }) => ({ date, operations: used })),
    owner: ownerOf(key),
  })
}
