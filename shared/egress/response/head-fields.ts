/** One field of a head. Each byte is one character (U+0000 to U+00FF). */
export interface HeadField {
  readonly name: string
  readonly value: string
}

const token = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/
/** What a field value may not contain (RFC 9110, section 5.5). */
const control = /[^\t\x20-\x7e\x80-\xff]/g
/** What a URL parser escapes. It drops tabs, and a value has no line ends. */
const controlInUrl = /[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]/g

/**
 * Reads the lines of a header section as browsers do. A line that begins with a blank continues the field before it,
 * after one space (RFC 9112, section 5.2), and nothing where that is no field. Blanks before the colon are removed
 * (section 5.1). Lines without a colon, and names that are no token, are left out.
 */
export function readFields(lines: readonly string[]): HeadField[] {
  const fields: HeadField[] = []
  for (const line of unfolded(lines)) {
    const colon = line.indexOf(':')
    const name = colon < 0 ? '' : trimBlanks(line.slice(0, colon))
    if (token.test(name)) fields.push({ name, value: cleanValue(name, line.slice(colon + 1)) })
  }
  return fields
}

/** Joins the lines of each field. Lines that continue no field are left out. */
function unfolded(lines: readonly string[]): string[] {
  const joined: string[] = []
  let isContinuable = false
  for (const line of lines) {
    if (!isBlank(line.charCodeAt(0))) {
      isContinuable = line.indexOf(':') > 0
      joined.push(line)
    } else if (isContinuable) joined.push(`${joined.pop()} ${trimBlanks(line)}`)
  }
  return joined
}

/**
 * Replaces control characters by spaces: no line ends inside a value (RFC 9110, section 5.5). In a URL a URL parser
 * would escape them.
 */
function cleanValue(name: string, value: string): string {
  return cleanText(name.toLowerCase() === 'location' ? value.replace(controlInUrl, escaped) : value)
}

/** The text with spaces for control characters, trimmed. */
export function cleanText(text: string): string {
  return trimBlanks(text.replace(control, ' '))
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}

/** Without the spaces and tabs around it, and no other white space: each character is a byte. */
function trimBlanks(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}

/** The comma-separated items of all fields of the name (in lower case), trimmed. Empty ones are kept. */
export function fieldItems(fields: readonly HeadField[], name: string): string[] {
  return fields
    .filter((field) => field.name.toLowerCase() === name)
    .flatMap(({ value }) => value.split(',').map(trimBlanks))
}
