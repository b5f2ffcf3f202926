import type { CrawlRules } from '#shared/ports/batches.ts'
import { equalityKey } from '#shared/web/address-of.ts'
import { registrableDomain } from '#shared/web/registrable-domain.ts'
import { matchesPath, type StepLimit } from '#shared/web/robots/pattern.ts'
import { crawlLimits } from './crawl-limits.ts'
import { crawlAddress } from './normalize-address.ts'
import { isTrap } from './spider-traps.ts'

/** Returns the normalised URL of a page that the crawl may visit. Null for any other URL. */
export type Admission = (url: URL | null) => string | null

/**
 * Makes the admission of a crawl with this scope. It checks the conditions in order of cost. A URL that
 * exceeds the pattern steps is not admitted. `now`: milliseconds since the epoch.
 */
export function makeAdmission(rules: CrawlRules, scope: string, now: number): Admission {
  const include = rules.include.map(urlPattern)
  const exclude = rules.exclude.map(urlPattern)
  const limit = { steps: { passed: 0, searched: 0 }, most: crawlLimits.patternSteps }
  const isWanted = (address: string) =>
    (include.length === 0 || include.some((isLike) => isLike(address, limit) === true)) &&
    exclude.every((isLike) => isLike(address, limit) === false)
  return (found) => {
    if (found === null || !isPage(found) || !isWithin(rules.scope, scope, found)) return null
    const { href } = found
    const address = crawlAddress(href)
    const key = equalityKey(address)
    const url = key === href ? found : new URL(key)
    return address.length <= crawlLimits.urlChars && !isTrap(url, now) && isWanted(key) ? address : null
  }
}

function isPage({ protocol, username, password, pathname }: URL): boolean {
  const isWeb = protocol === 'http:' || protocol === 'https:'
  return isWeb && username === '' && password === '' && !isDownload(equalityKey(pathname))
}

type Kind = CrawlRules['scope']

/**
 * Returns the scope of a crawl for a start page: its host with port, its registrable domain, or its origin
 * with the path up to the last slash. `finalUrl` is the URL after redirects. It determines the scope when it
 * is on the same site.
 */
export function scopeOf(kind: Kind, start: URL, finalUrl: URL): string {
  const isMoved =
    start.origin !== finalUrl.origin &&
    registrableDomain(start.hostname) === registrableDomain(finalUrl.hostname)
  const base = isMoved ? finalUrl : start
  if (kind === 'host') return base.host
  if (kind === 'domain') return registrableDomain(base.hostname)
  const folder = folderOf(start)
  const isBelow = equalityKey(base.pathname).startsWith(equalityKey(folder))
  return `${base.origin}${isBelow ? folder : folderOf(base)}`
}

function folderOf({ pathname }: URL): string {
  return pathname.slice(0, pathname.lastIndexOf('/') + 1)
}

/** Returns true when a URL is within a scope of this kind. */
export function isWithin(kind: Kind, scope: string, url: URL): boolean {
  if (kind === 'host') return url.host === scope
  if (kind === 'prefix') return equalityKey(`${url.origin}${url.pathname}`).startsWith(equalityKey(scope))
  return (
    url.hostname === scope ||
    (url.hostname.endsWith(`.${scope}`) && registrableDomain(url.hostname) === scope)
  )
}

type UrlPattern = (address: string, limit: StepLimit) => boolean | 'unknown'

/**
 * Makes a pattern for URLs: `*` matches any characters, also none; every other character matches itself. A
 * pattern that starts with `/` is compared with path and query, any other with the whole URL; `address` is an
 * `equalityKey`. The time is proportional to URL and pattern. The result is `unknown` when the step limit was reached.
 */
export function urlPattern(pattern: string): UrlPattern {
  const pieces = asCompared(pattern).split('*')
  const isPath = pattern.startsWith('/')
  return (address, limit) =>
    matchesPath({ pieces, isAnchored: true }, isPath ? pathOf(address) : address, limit)
}

/** Returns the part after scheme and host. */
function pathOf(address: string): string {
  return address.slice(address.indexOf('/', address.indexOf('//') + 2))
}

/** URLs have other characters percent-encoded (URL Standard), and are compared by `equalityKey`. */
function asCompared(pattern: string): string {
  return equalityKey(pattern.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent))
}

/**
 * File extensions of downloads. Extensions that product names end with (Node.js, ASP.NET) are missing: a page
 * with that name would be lost.
 */
const downloads: ReadonlySet<string> = new Set([
  ...['avif', 'bmp', 'gif', 'heic', 'ico', 'jpeg', 'jpg', 'png', 'psd', 'svg', 'tif', 'tiff', 'webp'],
  ...['7z', 'bz2', 'dmg', 'exe', 'gz', 'iso', 'jar', 'msi', 'pkg', 'rar', 'tar', 'tgz', 'xz', 'zip'],
  ...['apk', 'bin', 'deb', 'rpm', 'torrent'],
  ...['aac', 'avi', 'flac', 'flv', 'm4a', 'm4v', 'mid', 'mkv', 'mov', 'mp3', 'mp4', 'mpeg', 'mpg'],
  ...['oga', 'ogg', 'ogv', 'wav', 'webm', 'wma', 'wmv'],
  ...['csv', 'doc', 'docx', 'epub', 'ics', 'mobi', 'odp', 'ods', 'odt', 'pdf', 'pps', 'ppt', 'pptx', 'ps'],
  ...['rtf', 'vcf', 'xls', 'xlsx'],
  ...['atom', 'eot', 'otf', 'rss', 'ttf', 'woff', 'woff2', 'xml'],
])

/**
 * Returns true when the path has the extension of an image, an archive, a media file, a document or a feed.
 */
function isDownload(pathname: string): boolean {
  const dot = pathname.lastIndexOf('.')
  return dot > pathname.lastIndexOf('/') && downloads.has(pathname.slice(dot + 1).toLowerCase())
}
