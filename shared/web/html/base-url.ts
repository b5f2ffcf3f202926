import { URL_LIMIT } from '../../operations/fields.ts'

/**
 * The document base URL (HTML Standard, 2.4.3): the href of the first base that has one, unless that cannot be parsed or is a
 * data: or javascript: URL. `href` is null without such a base. Only web URLs are bases here, since a page is never of another
 * scheme. One that is longer than `URL_LIMIT` is none: every URL of the page would be as long, and none could be inspected.
 */
export function baseUrl(href: string | null, finalUrl: string): string {
  const base = href === null || href.length > URL_LIMIT ? null : URL.parse(href, finalUrl)
  const isWeb = base !== null && (base.protocol === 'http:' || base.protocol === 'https:')
  return isWeb && base.href.length <= URL_LIMIT ? base.href : finalUrl
}
