const MAX_CHARS = 500
const MAX_URL_CHARS = 2_048

/** What an answer shows of a text that the page may make as long as it likes; no half of a character is left. */
export function truncate(text: string, maxChars = MAX_CHARS): string {
  return text.length > maxChars ? `${text.slice(0, maxChars).replace(/[\uD800-\uDBFF]$/, '')}…` : text
}

/** The same for a URL, which few servers take at a greater length. */
export function truncateUrl(url: string): string {
  return truncate(url, MAX_URL_CHARS)
}
