/** A `link` to a language version. */
export function alternate(code: string, href: string): string {
  return `<link rel="alternate" hreflang="${code}" href="${href}">`
}
