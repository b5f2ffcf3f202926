import type { NewBatch } from '#shared/ports/batches.ts'
import { equalityKey } from '#shared/web/address-of.ts'
import { withoutFragment } from '#shared/web/without-fragment.ts'

/** Parameters that record where a visitor came from. The page is the same without them. */
const tracking =
  /^(?:utm_\w+|gclid|gclsrc|gbraid|wbraid|dclid|gad_source|gad_campaignid|srsltid|fbclid|msclkid|yclid|ysclid|_openstat|twclid|ttclid|li_fat_id|igshid|igsh|epik|mc_[ce]id|_ga|_gl|_hsenc|_hsmi|hsctatracking|hsa_\w+|mkt_tok|vero_id|oly_(?:enc|anon)_id|wickedid|rb_clickid|s_cid|ref_src|__twitter_impression|(?:pk|piwik|mtm|matomo)_\w+)$/

/** Parameters that hold a session id by name, and names that do so when the value looks like one. */
const session =
  /^(?:phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken|zenid|oscsid|sessionid|session_id|sessid)$/
const maybeSession = /^(?:sid|s|session|sess|psid)$/
const sessionValue = /^(?=.*\d)[\da-z-]{16,}$/i

/** Parameters that sort a list, and names that do so when the value is a direction. */
const order =
  /^(?:sort|sort[_-]?(?:by|order|dir|direction|field|key)|order[_-]?by|product_list_(?:order|dir|mode))$/
const maybeOrder = /^(?:order|dir|direction)$/
const direction = /^(?:asc|desc|ascending|descending)$/i
/** Directory listings of the Apache HTTP Server, by column and order. */
const fileListOrder = /^\?C=[NMSD][;&]O=[AD]$/

/** Parameters of a query that are looked at. A query with more stays as it is: it is never followed, see `crawlLimits`. */
const MAX_PARAMETERS = 100

/** Sessions of servers without cookies: `;jsessionid=…` (Servlet specification) and `/(S(…))/` (ASP.NET). */
const pathSession = /;(?:jsessionid|phpsessid|sessionid|sid)=[^/;]*|\/\((?:[A-Z]\([^()/]*\))+\)(?=\/)/gi

/**
 * Returns the normalised URL that a crawl uses for a page: without fragment, session ids, tracking parameters
 * and sort order. Its spelling stays that of the site; `equalityKey` of it is equal for equal pages. `href` must be
 * serialised by the URL Standard.
 */
export function crawlAddress(href: string): string {
  const whole = withoutFragment(href)
  const query = whole.indexOf('?')
  const path = query === -1 ? whole : whole.slice(0, query)
  // Nearly every URL has neither character.
  const plain = path.includes(';') || path.includes('(') ? path.replace(pathSession, '') : path
  return query === -1 ? plain : `${plain}${normalizeQuery(whole.slice(query))}`
}

function normalizeQuery(search: string): string {
  if (fileListOrder.test(search)) return ''
  const parameters = search.slice(1).split('&')
  if (parameters.length > MAX_PARAMETERS) return search
  const kept = parameters.filter((parameter) => parameter !== '' && !isIrrelevant(parameter))
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

function isIrrelevant(parameter: string): boolean {
  const [written = '', value = ''] = equalityKey(parameter).split('=', 2)
  const name = written.toLowerCase()
  return (
    tracking.test(name) ||
    session.test(name) ||
    order.test(name) ||
    (maybeSession.test(name) && sessionValue.test(value)) ||
    (maybeOrder.test(name) && direction.test(value))
  )
}

/**
 * Returns the URL by which a site report knows a page: as the crawl normalises it, elsewhere without its fragment, in the
 * spelling of the site. The report takes URLs with one `equalityKey` as one. `href` must be serialised by the URL Standard.
 */
export function siteAddress({ crawl }: Pick<NewBatch, 'crawl'>): (href: string) => string {
  return crawl === null ? withoutFragment : crawlAddress
}
