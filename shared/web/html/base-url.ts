/**
 * The document base URL (HTML Standard, 2.4.3): the href of the first base that has one, unless that cannot be parsed or is a
 * data: or javascript: URL. `href` is null without such a base. Only web URLs are bases here, since a page is never of another
 * scheme.
 */
export function baseUrl(href: string | null, finalUrl: string): string {
  const base = href === null ? null : URL.parse(href, finalUrl)
  return base && (base.protocol === 'http:' || base.protocol === 'https:') ? base.href : finalUrl
}
