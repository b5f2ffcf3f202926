import { parseSync } from '@swc/core'

const LOGIC = /^(Function|Arrow|Class|Constructor|Method|Getter|Setter)/

/** Whether a TypeScript or JavaScript source contains a function or class, not only types and constants. */
export function hasLogic(source: string): boolean {
  return containsLogic(parseSync(source, { syntax: 'typescript', target: 'es2022' }).body)
}

function containsLogic(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false
  const { type } = node as { type?: unknown }
  if (typeof type === 'string' && LOGIC.test(type)) return true
  return Object.values(node).some(containsLogic)
}
