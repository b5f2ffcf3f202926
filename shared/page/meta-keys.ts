/** The attributes of a meta element that name what it declares. */
interface MetaNames {
  readonly name?: string | null
  readonly property?: string | null
}

/**
 * What a meta element declares, in lower case: its name (HTML Standard, 4.2.5) and the tokens of its property (RDFa in HTML,
 * section 3.1), each once.
 */
export function metaKeys({ name, property }: MetaNames): string[] {
  // Most have one of the two, without white space: there is nothing to split or to compare.
  const only = property ? (name ? null : property) : name
  if (only && !/\s/.test(only)) return [only.toLowerCase()]
  const own = name?.replace(/[\t\n\f\r ]+/g, ' ').trim() ?? ''
  const tokens = property?.split(/[\t\n\f\r ]+/) ?? []
  const keys = [...tokens, own].filter((key) => key !== '').map((key) => key.toLowerCase())
  return [...new Set(keys)]
}
