import type { Middleware } from 'koa'
import { clientAddress } from '../access/client-address.ts'
import type { KeylessRateLimit } from '../access/keyless-rate-limit.ts'
import { rejectRateLimited } from '../access/rate-limit.ts'
import type { CallState } from './call-state.ts'

export interface KeylessOptions {
  readonly keyless: KeylessRateLimit
  /** Whether X-Forwarded-For contains the address of the client. */
  readonly trustProxy: boolean
}

/** Limits calls to a route that needs no key: 429 for a client with too many. */
export function keyless({ keyless, trustProxy }: KeylessOptions): Middleware<CallState> {
  return (context, next) => {
    const excess = keyless.record(clientAddress(context, trustProxy))
    if (excess !== null) rejectRateLimited(context, excess, 'Too many calls to routes that need no key')
    return next()
  }
}
