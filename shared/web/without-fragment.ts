/** The URL without its fragment: the text before the first `#` (URL Standard, section 4.5, "exclude fragment"). */
export function withoutFragment(href: string): string {
  const hash = href.indexOf('#')
  return hash < 0 ? href : href.slice(0, hash)
}
