/** The text without the slashes at its end. Reads each of them once, where `/\/+$/` would begin anew at each run of slashes. */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}
