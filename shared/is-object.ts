/** Whether the value is an object in the sense of JSON (RFC 8259, section 4): neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
