import type { Middleware } from 'koa'
import { Failure } from '#shared/errors.ts'
import type { ApiKey, ApiKeys, Scope } from '../access/api-keys.ts'
import type { AuthThrottle } from '../access/auth-throttle.ts'
import { clientAddress } from '../access/client-address.ts'
import { rejectRateLimited, spentUntil } from '../access/rate-limit.ts'
import { admitConnection } from '../server/connections.ts'
import type { CallState } from './call-state.ts'

export interface AuthOptions {
  readonly apiKeys: ApiKeys
  readonly authThrottle: AuthThrottle
  /** Whether X-Forwarded-For contains the address of the client. */
  readonly trustProxy: boolean
}

/**
 * A 401 has to carry a challenge (RFC 9110, section 11.6.1). No registered scheme uses a header of its own, and a
 * registered scheme would make browsers ask for a password, so the name is not a registered one.
 */
const CHALLENGE = 'ApiKey realm="PageProbe"'

/** After this time a connection of the key may have ended, in milliseconds. */
const CONNECTION_RETRY_MS = 2000

type Call = Parameters<Middleware<CallState>>[0]

/**
 * Requires an API key with the scope; null = any key. An unknown, wrong, revoked or missing key is answered with 401,
 * and with 429 after too many failures of the client. A valid key always passes.
 */
export function authenticate(options: AuthOptions, scope: Scope | null): Middleware<CallState> {
  return async (context, next) => {
    const key = await options.apiKeys.find(context.get('X-API-Key'))
    if (key === null) return rejectKey(context, options)
    const limit = admitConnection(context.req.socket, key.id)
    if (limit !== null) rejectConnection(context, limit)
    if (scope !== null) requireScope(key, scope)
    context.state.key = key
    await next()
  }
}

/** The key has as many connections as it may have: this one ends with the answer. */
function rejectConnection(context: Call, limit: number): never {
  context.set('Connection', 'close')
  const { remaining, reset, resetAfter } = spentUntil(limit, Date.now() + CONNECTION_RETRY_MS)
  throw new Failure(
    'RATE_LIMIT_EXCEEDED',
    `The key has ${limit} connections, as many as it may have at a time`,
    {
      details: { limit, remaining, reset, reset_after: resetAfter },
    },
  )
}

/** Throws `INSUFFICIENT_PERMISSIONS` when the key does not have the scope. */
export function requireScope({ scopes }: ApiKey, scope: Scope): void {
  if (scopes.includes(scope)) return
  throw new Failure('INSUFFICIENT_PERMISSIONS', `The key lacks the scope ${scope}`, {
    details: { required_scope: scope },
  })
}

async function rejectKey(context: Call, { authThrottle, trustProxy }: AuthOptions): Promise<never> {
  const blocked = await authThrottle.recordFailure(clientAddress(context, trustProxy))
  if (blocked !== null) rejectRateLimited(context, blocked, 'Too many calls without a valid key')
  context.set('WWW-Authenticate', CHALLENGE)
  throw new Failure('INVALID_API_KEY', 'Authentication token is invalid or missing', {
    details: { hint: 'Send a valid key in the header X-API-Key' },
  })
}
