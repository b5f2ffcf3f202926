import type { Middleware } from 'koa'
import { Failure } from '#shared/errors.ts'
import type { KeyRing, Scope } from '../keys.ts'
import type { CallState } from './context.ts'

/** Lets only holders of a key with the scope pass; null = any key will do. */
export function authenticate(ring: KeyRing, scope: Scope | null): Middleware<CallState> {
  return async (context, next) => {
    const key = await ring.find(context.get('X-API-Key'))
    if (key === null) {
      throw new Failure('INVALID_API_KEY', 'Authentication token is invalid or missing', {
        details: { hint: 'Send a valid key in the header X-API-Key' },
      })
    }
    if (scope !== null && !key.scopes.includes(scope)) {
      throw new Failure('INSUFFICIENT_PERMISSIONS', `The key lacks the scope ${scope}`, {
        details: { required_scope: scope },
      })
    }
    context.state.key = key
    await next()
  }
}
