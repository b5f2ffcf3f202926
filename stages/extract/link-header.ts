export interface HeaderLink {
  readonly target: string
  /** Lower-case tokens. */
  readonly rel: readonly string[]
}

const target = /[\s,]*<([^<>]*)>/y
const parameter = /\s*;\s*([^\s=;,"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/y

/** The links of one Link header (RFC 8288, section 3); what follows a mistake is passed over. */
export function parseLinkHeader(value: string): HeaderLink[] {
  const links: HeaderLink[] = []
  for (let at = 0; at < value.length; ) {
    target.lastIndex = at
    const found = target.exec(value)
    if (!found) break
    const { rel, end } = parseParameters(value, target.lastIndex)
    links.push({ target: found[1]?.trim() ?? '', rel })
    at = end
  }
  return links
}

function parseParameters(value: string, start: number): { rel: readonly string[]; end: number } {
  let rel: readonly string[] | null = null
  let end = start
  for (;;) {
    parameter.lastIndex = end
    const found = parameter.exec(value)
    if (!found) return { rel: rel ?? [], end }
    end = parameter.lastIndex
    if (found[1]?.toLowerCase() === 'rel') rel ??= (found[2] ?? found[3] ?? '').toLowerCase().split(/\s+/)
  }
}
