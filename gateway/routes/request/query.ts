/** Parses a query into an object. A repeated parameter becomes a list, which no parameter accepts. */
export function parseQuery(querystring: string): Record<string, unknown> {
  const query = new URLSearchParams(querystring)
  const names = [...new Set(query.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const values = query.getAll(name)
      return [name, values.length === 1 ? values[0] : values]
    }),
  )
}
