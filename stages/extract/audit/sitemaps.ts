import type { SitemapFile, SitemapsInput, SkippedLookup } from '#shared/messages/payloads/audit-input.ts'
import type { SitemapScan } from '#shared/ports/lookups.ts'
import { parseRobotsTxt } from '#shared/web/robots/robots-txt.ts'
import { budgetOf, hasTime, isUnavailable, type LookupContext } from './lookup-tasks.ts'

export interface SitemapsRead {
  readonly sitemaps: SitemapsInput
  readonly unasked: readonly SkippedLookup[]
}

export interface SitemapSearch {
  readonly page: string
  /** URLs to look for. */
  readonly addresses: readonly string[]
  readonly robotsTxt: string
  /** Maximum number of files that are read. */
  readonly max: number
}

interface Candidate {
  readonly url: string
  readonly from: SitemapFile['from']
}

interface Scanned extends Pick<Candidate, 'from'> {
  readonly scan: SitemapScan
}

/** With these statuses the file certainly does not exist. */
const absent = new Set([404, 410])

/**
 * Sitemaps of a site that are still to be read: those that robots.txt names, or `/sitemap.xml` where it names
 * none, then the children of sitemap indexes.
 */
class SitemapQueue {
  readonly scans: Scanned[] = []
  readonly #waiting: Candidate[]
  readonly #known: Set<string>
  /** Children of indexes beyond those that the scan lists. */
  #unlisted = 0

  constructor({ robotsTxt, page }: SitemapSearch) {
    const { sitemaps } = parseRobotsTxt(Buffer.from(robotsTxt))
    const usual: Candidate = { url: new URL('/sitemap.xml', page).href, from: 'default' }
    this.#waiting = sitemaps.length > 0 ? sitemaps.map((url) => ({ url, from: 'robots' })) : [usual]
    this.#known = new Set(this.#waiting.map(({ url }) => url))
  }

  get next(): Candidate | undefined {
    return this.#waiting[0]
  }

  get remaining(): number {
    return this.#waiting.length + this.#unlisted
  }

  /** Records a scan and queues the children it lists, each URL once. */
  add(scan: SitemapScan): void {
    this.scans.push({ scan, from: this.#waiting.shift()?.from ?? 'index' })
    if (scan.kind === 'index') this.#unlisted += Math.max(0, scan.entries - scan.children.length)
    for (const url of scan.children) if (!this.#known.has(url)) this.#waiting.push({ url, from: 'index' })
    for (const url of scan.children) this.#known.add(url)
  }
}

/** Reads the sitemaps of a site one after another and looks for the addresses in them. */
export async function readSitemaps(context: LookupContext, question: SitemapSearch): Promise<SitemapsRead> {
  const walk = new SitemapQueue(question)
  const reason = await readAll(context, walk, question)
  const { remaining: count, scans } = walk
  return {
    sitemaps: inputOf(scans, count === 0),
    unasked: count === 0 ? [] : [{ what: 'sitemaps', reason, count }],
  }
}

/** Why reading ended before the last sitemap. */
async function readAll(
  context: LookupContext,
  walk: SitemapQueue,
  { max, addresses }: SitemapSearch,
): Promise<SkippedLookup['reason']> {
  for (let { next } = walk; next !== undefined && walk.scans.length < max; next = walk.next) {
    if (!hasTime(context)) return 'time'
    const scan = await scanned(context, next.url, addresses)
    if (scan === null) return 'unavailable'
    walk.add(scan)
  }
  return 'limit'
}

/** Null when no fetch stage could do the look-up. */
async function scanned(
  context: LookupContext,
  url: string,
  addresses: readonly string[],
): Promise<SitemapScan | null> {
  return context.lookups.scanSitemap(url, addresses, budgetOf(context)).catch((error: unknown) => {
    if (!isUnavailable(error)) throw error
    return null
  })
}

function inputOf(scans: readonly Scanned[], areAll: boolean): SitemapsInput {
  return {
    files: scans.map(({ scan: { children: _, matches: __, ...file }, from }) => ({ ...file, from })),
    matches: scans.flatMap(({ scan: { url: sitemap, matches } }) =>
      matches.map((match) => ({ sitemap, ...match })),
    ),
    isComplete: areAll && scans.every(({ scan }) => isConclusive(scan)),
  }
}

/** Whether the whole file was read, or certainly does not exist. */
function isConclusive({ status, error, isCut, fault }: SitemapScan): boolean {
  if (error !== null || isCut || fault !== null || status === null) return false
  return (status >= 200 && status < 300) || absent.has(status)
}
