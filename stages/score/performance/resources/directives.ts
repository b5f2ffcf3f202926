/**
 * Cache-Control directives by lower-case name, with their argument, '' without one (RFC 9111, section 5.2). The
 * first of duplicates counts.
 */
export type Directives = ReadonlyMap<string, string>

/** One directive: a token, with an optional token or quoted string as argument. */
const DIRECTIVE = /([^\s,;="]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]*)))?/g

/** Parses a Cache-Control header. */
export function directivesOf(cacheControl: string): Directives {
  const directives = new Map<string, string>()
  for (const [, name = '', quoted, token] of cacheControl.matchAll(DIRECTIVE)) {
    const key = name.toLowerCase()
    if (!directives.has(key)) directives.set(key, quoted ?? token ?? '')
  }
  return directives
}

/** Parses delta-seconds (RFC 9111, section 1.2.2); null for other text. */
export function deltaSeconds(text: string | undefined): number | null {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null
}
