const MAX_CHARS = 500
const MAX_URL_CHARS = 2_048

/** Cuts a text of the page, of any length, to what a result shows. Never splits a surrogate pair. */
export function truncate(text: string, maxChars = MAX_CHARS): string {
  return text.length > maxChars ? `${text.slice(0, maxChars).replace(/[\uD800-\uDBFF]$/, '')}…` : text
}

/** The same for a URL; few servers accept longer ones. */
export function truncateUrl(url: string): string {
  return truncate(url, MAX_URL_CHARS)
}
