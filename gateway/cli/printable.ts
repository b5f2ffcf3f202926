/** C0 but tab and line breaks, DEL, and C1 (ECMA-48, sections 5.2 to 5.4): what a terminal takes for commands. */
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)/g
/** Those of them that JSON does not escape (RFC 8259, section 7). */
const UNESCAPED = /[\x7f-\x9f]/g

/** Text as it may go to a terminal, whoever chose it: U+FFFD in the place of control characters. */
export function printable(text: string): string {
  return text.replace(CONTROLS, '\ufffd')
}

/** JSON of the same value that may go to a terminal. */
export function printableJson(json: string): string {
  return json.replace(UNESCAPED, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
