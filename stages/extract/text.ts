/** A cheap test for what most texts don't have: anything for `tidy` to do. */
const untidy = /[\u0000-\u001f\u007f]| {2}|^\s|\s$/

/** White space collapsed and trimmed, control characters taken out; null when nothing is left. */
export function tidy(text: string | null | undefined): string | null {
  if (text === null || text === undefined || text === '') return null
  if (!untidy.test(text)) return text
  const tidied = text
    .replace(/[\t\n\f\r ]+/g, ' ')
    .replace(/[\u0000-\u001f\u007f]/g, '')
    .trim()
  return tidied === '' ? null : tidied
}

/** ASCII-lower-case tokens of a space-separated attribute (DOM Standard, ordered sets). */
export function tokensOf(value: string | null): string[] {
  return value === null
    ? []
    : value
        .toLowerCase()
        .split(/[\t\n\f\r ]+/)
        .filter((token) => token !== '')
}

export function isUrlLike(text: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(text)
}
