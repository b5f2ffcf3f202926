import type { Operation } from '#shared/errors.ts'

/** Whether the operation uses a browser. The fragment of the URL then matters, since pages may route by it. */
export function isRendered(operation: Operation): boolean {
  return operation === 'snapshot' || operation === 'performance'
}
