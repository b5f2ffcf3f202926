/** The property that only results of the operation have, whatever fields were asked for. */
const marks: readonly (readonly [operation: string, property: string])[] = [
  ['snapshot', 'screenshot_url'],
  ['metadata', 'extraction'],
  ['performance', 'run_id'],
  ['seo-audit', 'scannedAt'],
]

/** The operation whose result this is, by its own properties; null = none of them. */
export function operationOf(result: unknown): string | null {
  if (typeof result !== 'object' || result === null) return null
  const [operation = null] = marks.find(([, property]) => Object.hasOwn(result, property)) ?? []
  return operation
}
