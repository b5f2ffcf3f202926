import type { Operation } from '#shared/errors.ts'

/** Whether a browser shows the page: then the fragment of its address matters, since pages may route by it. */
export function isRendered(operation: Operation): boolean {
  return operation === 'snapshot' || operation === 'performance'
}
