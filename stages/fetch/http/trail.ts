import type { Redirect } from '#shared/messages/page-fetched.ts'
import { type CookieJar, makeCookieJar } from './cookie-jar.ts'

/** How far the way to a page has been gone: a request that is interrupted before its answer can go on from there. */
export interface Trail {
  /** To be asked next. */
  url: string
  readonly redirects: Redirect[]
  readonly jar: CookieJar
  /** It was sent once more after its connection was closed under it. */
  isResent: boolean
  /** Milliseconds of the request's time that its answers so far took; waiting to ask again takes none of it. */
  spentMs: number
}

export function makeTrail(url: string): Trail {
  return { url, redirects: [], jar: makeCookieJar(), isResent: false, spentMs: 0 }
}
