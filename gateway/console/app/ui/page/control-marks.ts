/** Characters that move or hide others, and control characters, except tab and line breaks. */
const MARKS = /(?![\t\n\r])[\p{Bidi_Control}\p{Cc}]/gu

/** A text of a page with its invisible marks written out: U+202E becomes `⟨U+202E⟩`, so it cannot turn letters round. */
export function withVisibleMarks(text: string): string {
  return text.replaceAll(MARKS, (mark) => `⟨U+${hex(mark)}⟩`)
}

/** A text of a page for a place that takes no elements (an option, a tooltip): isolated by marks, its own written out. */
export function isolatedText(text: string): string {
  return `\u2068${withVisibleMarks(text)}\u2069`
}

/** JSON that says the same, formatted, with the invisible marks in its texts as escapes: what is read is what is copied. */
export function visibleJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replaceAll(MARKS, (mark) => `\\u${hex(mark)}`)
}

function hex(mark: string): string {
  return (mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
}

/** The first `max` UTF-16 code units of a text, never half a surrogate pair. */
export function beginningOf(text: string, max: number): string {
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
}
