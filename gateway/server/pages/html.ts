const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as HTML: in an element, or in an attribute within quotes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => entities[letter] as string)
}

/** A text as HTML, with what stands between backticks as code. */
export function withCode(text: string): string {
  return escaped(text)
    .split('`')
    .map((part, index) => (index % 2 === 1 ? `<code>${part}</code>` : part))
    .join('')
}
