/**
 * Header fields by lower-case name. The values of a field keep their order; each byte is one character
 * (U+0000 to U+00FF).
 */
export type HeaderFields = Readonly<Record<string, readonly string[]>>

/** Groups a raw header section (name, value, name, value …) by lower-case name. */
export function headerFields(raw: readonly string[]): HeaderFields {
  const fields: Record<string, string[]> = Object.create(null)
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase()
    const values = fields[name] ?? []
    values.push(raw[at + 1] ?? '')
    fields[name] = values
  }
  return fields
}

/**
 * Returns the field's value, several lines joined (RFC 9110, section 5.3). Null when the field was not sent.
 */
export function fieldValue(fields: HeaderFields, name: string): string | null {
  return fields[name]?.join(', ') ?? null
}

/**
 * Returns the items of a comma-separated field (RFC 9110, section 5.6.1): trimmed, in lower case, without
 * empty ones.
 */
export function fieldTokens(fields: HeaderFields, name: string): string[] {
  const items = (fieldValue(fields, name) ?? '').split(',')
  return items.map((item) => item.trim().toLowerCase()).filter((item) => item !== '')
}
