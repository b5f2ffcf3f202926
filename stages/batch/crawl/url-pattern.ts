/**
 * Compares addresses with a pattern: `*` stands for any characters, also none; every other character for itself. A
 * pattern that begins with `/` is compared with path and query, any other with the whole address. It takes time in
 * proportion to address and pattern, whatever the pattern is.
 */
export function urlPattern(pattern: string): (address: string) => boolean {
  const parts = asWritten(pattern).split('*')
  const isPath = pattern.startsWith('/')
  return (address) => isLike(isPath ? pathOf(address) : address, parts)
}

/** What follows scheme and host. */
function pathOf(address: string): string {
  return address.slice(address.indexOf('/', address.indexOf('//') + 2))
}

/** Addresses have other characters percent-encoded (URL Standard). */
function asWritten(pattern: string): string {
  return pattern.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent)
}

/** What lies between two stars is best found as early as it comes: no choice has to be taken back. */
function isLike(text: string, [first = '', ...rest]: readonly string[]): boolean {
  const last = rest.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  const end = text.length - last.length
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return at <= end
}
