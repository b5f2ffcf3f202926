import type { Operation } from '#shared/errors.ts'
import { withoutFragment } from '#shared/web/without-fragment.ts'

/** Whether the operation uses a browser. The fragment of the URL then matters, since pages may route by it. */
export function isRendered(operation: Operation): boolean {
  return operation === 'snapshot' || operation === 'performance'
}

/**
 * The part of a URL that an inspection depends on. A fragment that does not matter may be a caller's secret
 * (`#access_token=…`), and callers who ask for the same share an inspection: nothing of it gets the fragment.
 */
export function inspectedUrl(operation: Operation, url: string): string {
  return isRendered(operation) ? url : withoutFragment(url)
}
