import type { AvailableOperation } from './parameters.ts'

/** Whether a browser shows the page: then the fragment of its address matters, since pages may route by it. */
export function isRendered(operation: AvailableOperation): boolean {
  return operation === 'snapshot' || operation === 'performance'
}
