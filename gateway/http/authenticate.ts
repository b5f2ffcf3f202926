import type { Middleware } from 'koa'
import { Failure } from '#shared/errors.ts'
import type { FailedAttempts } from '../failed-attempts.ts'
import type { ApiKey, KeyRing, Scope } from '../keys.ts'
import { refuseExcess } from './allowance.ts'
import { clientOf } from './client-address.ts'
import type { CallState } from './context.ts'
import { hasKey } from './keyless-connections.ts'

export interface Authentication {
  readonly ring: KeyRing
  readonly attempts: FailedAttempts
  /** Whether X-Forwarded-For names the client. */
  readonly trustProxy: boolean
}

/**
 * A 401 must carry a challenge (RFC 9110, 11.6.1). No registered scheme means a header of its own, and a browser must
 * not ask for a password: hence a name of ours.
 */
const CHALLENGE = 'ApiKey realm="PageProbe"'

type Call = Parameters<Middleware<CallState>>[0]

/**
 * Lets only holders of a key with the scope pass; null = any key will do. Unknown, wrong, revoked and missing keys are
 * the same 401, and 429 once a client has failed too often; a right key always passes.
 */
export function authenticate(options: Authentication, scope: Scope | null): Middleware<CallState> {
  return async (context, next) => {
    const key = await options.ring.find(context.get('X-API-Key'))
    if (key === null) return refuse(context, options)
    hasKey(context.req.socket)
    if (scope !== null) requireScope(key, scope)
    context.state.key = key
    await next()
  }
}

/** Throws `INSUFFICIENT_PERMISSIONS` for a key without the scope. */
export function requireScope({ scopes }: ApiKey, scope: Scope): void {
  if (scopes.includes(scope)) return
  throw new Failure('INSUFFICIENT_PERMISSIONS', `The key lacks the scope ${scope}`, {
    details: { required_scope: scope },
  })
}

async function refuse(context: Call, { attempts, trustProxy }: Authentication): Promise<never> {
  const refused = await attempts.note(clientOf(context, trustProxy))
  if (refused !== null) refuseExcess(context, refused, 'Too many calls without a valid key')
  context.set('WWW-Authenticate', CHALLENGE)
  throw new Failure('INVALID_API_KEY', 'Authentication token is invalid or missing', {
    details: { hint: 'Send a valid key in the header X-API-Key' },
  })
}
