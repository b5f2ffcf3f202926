export interface HeaderLink {
  readonly target: string
  /** Lower-case tokens. */
  readonly rel: readonly string[]
  /** Language of the target; null if absent. */
  readonly hreflang: string | null
}

const target = /[\s,]*<([^<>]*)>/y
const parameter = /\s*;\s*([^\s=;,"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/y

/** Parses a Link header (RFC 8288, section 3). Stops at the first syntax error. */
export function parseLinkHeader(value: string): HeaderLink[] {
  const links: HeaderLink[] = []
  for (let at = 0; at < value.length; ) {
    target.lastIndex = at
    const found = target.exec(value)
    if (!found) break
    const { parameters, end } = parseParameters(value, target.lastIndex)
    const rel = (parameters.get('rel') ?? '').toLowerCase().split(/\s+/)
    links.push({ target: found[1]?.trim() ?? '', rel, hreflang: parameters.get('hreflang') ?? null })
    at = end
  }
  return links
}

/** Of several parameters with the same name the first one counts (RFC 8288, section 3.3). */
function parseParameters(value: string, start: number): { parameters: Map<string, string>; end: number } {
  const parameters = new Map<string, string>()
  let end = start
  for (;;) {
    parameter.lastIndex = end
    const found = parameter.exec(value)
    if (!found) return { parameters, end }
    end = parameter.lastIndex
    const name = found[1]?.toLowerCase() ?? ''
    if (!parameters.has(name)) parameters.set(name, found[2] ?? found[3] ?? '')
  }
}
