import type { Navigation } from '../page-state/main-document.ts'
import type { PageWatcher } from '../page-state/page-watcher.ts'
import { isWeb } from './client-failures.ts'
import { classifyNetError } from './net-errors.ts'

/** How much later than the failure the response that caused it may be reported, in milliseconds. */
const MAX_LAG_MS = 2000

/**
 * Resolves with the navigation that failed with `error`, including its response. A navigation that shows nothing failed because of its
 * response, and Chromium's network process reports responses through a channel of its own, which may be slower. Null when there was
 * no request.
 */
export async function waitForLateResponse(
  { document, changes }: Pick<PageWatcher, 'document' | 'changes'>,
  id: string,
  error: string,
): Promise<Navigation | null> {
  const until = performance.now() + MAX_LAG_MS
  for (;;) {
    const navigation = document.navigation(id)
    const left = until - performance.now()
    const isKnown =
      navigation === null || isAnswered(navigation) || classifyNetError(error).kind !== 'not_shown'
    if (isKnown || left <= 0) return navigation
    await changes.next(left)
  }
}

/** A navigation to a scheme other than http(s) gets no response. */
function isAnswered({ urls, status }: Navigation): boolean {
  return status !== null || !isWeb(urls.at(-1) ?? '')
}
