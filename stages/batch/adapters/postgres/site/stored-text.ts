/** A text as PostgreSQL can store it: it has no character U+0000. */
export function storedText(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text
}
