import type { Middleware } from 'koa'
import type { KeylessCalls } from '../keyless-calls.ts'
import { refuseExcess } from './allowance.ts'
import { clientOf } from './client-address.ts'
import type { CallState } from './context.ts'

export interface KeylessOptions {
  readonly keyless: KeylessCalls
  /** Whether X-Forwarded-For names the client. */
  readonly trustProxy: boolean
}

/** For routes that need no key: 429 for a client that calls too often. */
export function keyless({ keyless, trustProxy }: KeylessOptions): Middleware<CallState> {
  return (context, next) => {
    const excess = keyless.note(clientOf(context, trustProxy))
    if (excess !== null) refuseExcess(context, excess, 'Too many calls of what needs no key')
    return next()
  }
}
