import type { Outcome } from '#shared/messages/outcome.ts'
import { resultTopic } from '#shared/messages/topics.ts'
import { crawlLimits } from './crawl-limits.ts'

/** What a crawl needs to know of a page. */
export interface CrawledPage {
  readonly finalUrl: URL
  /** Those that may be followed, as told, without doubles. */
  readonly links: ReadonlySet<string>
  /** Null when the page names none that can be asked. */
  readonly canonical: URL | null
}

/** The parts of a metadata result that are read here: any may be missing or something else. */
interface MetadataFields {
  readonly final_url?: unknown
  readonly links?: unknown
  readonly canonical?: { readonly href?: unknown; readonly resolves?: unknown; readonly status?: unknown }
  readonly indexability?: { readonly robots_effective?: unknown; readonly canonical_valid?: unknown }
  readonly http?: { readonly status?: unknown }
}

/** Google's documentation of link attributes: links with any of these are generally not followed. */
const notFollowed: ReadonlySet<string> = new Set(['nofollow', 'ugc', 'sponsored'])

/**
 * Reads the result of a metadata inspection: only what is needed, checking a whole one takes longer than to find its
 * links. Null when it is no such result, or of a page that answered with an error.
 */
export function parseCrawledPage({ topic, json }: Outcome): CrawledPage | null {
  const fields = topic === resultTopic('metadata') ? resultOf(json) : null
  const finalUrl = parsed(fields?.final_url)
  if (fields === null || finalUrl === null || isError(fields.http?.status)) return null
  return { finalUrl, links: linksOf(fields), canonical: canonicalOf(fields) }
}

function resultOf(json: string): MetadataFields | null {
  try {
    const { result } = JSON.parse(json)
    return typeof result === 'object' ? result : null
  } catch {
    return null
  }
}

function isError(status: unknown): boolean {
  return typeof status === 'number' && (status < 200 || status > 299)
}

function parsed(address: unknown): URL | null {
  return typeof address === 'string' ? URL.parse(address) : null
}

function linksOf({ links, indexability }: MetadataFields): ReadonlySet<string> {
  const mayFollow = !String(indexability?.robots_effective).includes('nofollow')
  if (!mayFollow || !Array.isArray(links)) return new Set()
  return new Set(links.slice(0, crawlLimits.links).filter(isFollowed).map(address))
}

function isFollowed(link: unknown): link is { href: string } {
  const { href, rel, type } = (link ?? {}) as Record<string, unknown>
  if (typeof href !== 'string' || (type !== 'internal' && type !== 'external')) return false
  return typeof rel !== 'string' || !rel.split(/[\s,]+/).some((word) => notFollowed.has(word))
}

/** Links to places within a page are one. */
function address({ href }: { href: string }): string {
  const hash = href.indexOf('#')
  return hash === -1 ? href : href.slice(0, hash)
}

/** One that was asked and is not there, or contradicts another, stands for no page. */
function canonicalOf({ canonical, indexability }: MetadataFields): URL | null {
  const isUnusable = indexability?.canonical_valid === false
  const isGone = typeof canonical?.status === 'number' && canonical.resolves !== true
  return isUnusable || isGone ? null : parsed(canonical?.href)
}
