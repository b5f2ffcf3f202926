/** Cache-Control directives by name in lower case: the argument, '' where there is none (RFC 9111, 5.2). The first of doubles counts. */
export type Directives = ReadonlyMap<string, string>

/** One directive: a token, and an argument as token or quoted string. */
const DIRECTIVE = /([^\s,;="]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]*)))?/g

export function directivesOf(cacheControl: string): Directives {
  const directives = new Map<string, string>()
  for (const [, name = '', quoted, token] of cacheControl.matchAll(DIRECTIVE)) {
    const key = name.toLowerCase()
    if (!directives.has(key)) directives.set(key, quoted ?? token ?? '')
  }
  return directives
}

/** Delta-seconds (RFC 9111, 1.2.2); null for what is none. */
export function deltaSeconds(text: string | undefined): number | null {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null
}
