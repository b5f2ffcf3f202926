/**
 * Characters that a terminal obeys: C0 except tab and line breaks, DEL, and C1 (ECMA-48, sections 5.2 to 5.4); those that
 * change the order of the text around them (UAX #9, sections 2.1 to 2.4).
 */
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\r(?!\n)/g
/** Those of them that JSON does not escape (RFC 8259, section 7). */
const UNESCAPED = /[\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g

/** Makes a text of any origin safe for a terminal: replaces control characters by U+FFFD. */
export function printable(text: string): string {
  return text.replace(CONTROLS, '\ufffd')
}

/** Makes JSON safe for a terminal without changing its value. */
export function printableJson(json: string): string {
  return json.replace(UNESCAPED, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
