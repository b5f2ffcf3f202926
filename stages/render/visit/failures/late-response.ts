import type { Navigation } from '../page-state/main-document.ts'
import type { PageWatcher } from '../page-state/page-watcher.ts'
import { isWeb } from './client-failures.ts'
import { classifyNetError } from './net-errors.ts'

/** How long an answer may be behind the news of the failure that it led to, in milliseconds. */
const MAX_LAG_MS = 2000

/**
 * The navigation that failed with `error`, and the answer that it ended with. One that shows nothing was given up for what was
 * answered, and the browser's network process tells of the answer by a way of its own, which may be the longer one. Null when
 * the browser asked nobody.
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

/** Who leaves the web needs no answer. */
function isAnswered({ urls, status }: Navigation): boolean {
  return status !== null || !isWeb(urls.at(-1) ?? '')
}
