import { parseSync } from '@swc/core'

/** All identifiers of a TypeScript source, each once: names that it declares, and names that it uses. */
export function identifiers(source: string, { isJsx = false } = {}): string[] {
  const found = new Set<string>()
  collect(parseSync(source, { syntax: 'typescript', target: 'es2024', tsx: isJsx }).body, found)
  return [...found]
}

/** The words of a name in camelCase, CONSTANT_CASE or of a path, in lower case. */
export function wordsOf(name: string): string[] {
  return name
    .split(/(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
}

function collect(node: unknown, found: Set<string>): void {
  if (typeof node !== 'object' || node === null) return
  const { type, value } = node as { type?: unknown; value?: unknown }
  if (type === 'Identifier' && typeof value === 'string') found.add(value)
  for (const child of Object.values(node)) collect(child, found)
}
