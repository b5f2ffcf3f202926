import type { Outcome } from '#shared/messages/events/outcome.ts'
import { resultTopic } from '#shared/messages/topics.ts'
import { URL_LIMIT } from '#shared/operations/fields.ts'
import { isNotFollowed } from '#shared/page/link-rel.ts'
import { withoutFragment } from '#shared/web/without-fragment.ts'
import { crawlLimits } from './crawl-limits.ts'

/** The facts about a page that a crawl needs. */
export interface CrawledPage {
  readonly finalUrl: URL
  /** The links that may be followed, as reported, without duplicates. */
  readonly links: ReadonlySet<string>
  /** Null when the page names no usable canonical URL. */
  readonly canonical: URL | null
}

/** The fields of a metadata result that are read here. Any may be missing or have another type. */
interface MetadataFields {
  readonly final_url?: unknown
  readonly links?: unknown
  readonly canonical?: { readonly href?: unknown; readonly resolves?: unknown; readonly status?: unknown }
  readonly indexability?: { readonly robots_effective?: unknown; readonly canonical_valid?: unknown }
  readonly http?: { readonly status?: unknown }
}

/**
 * Reads the result of a metadata inspection. Only the necessary fields are checked, since checking a whole
 * result takes longer than finding its links. Returns null for any other result, and for a page that answered
 * with an error.
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

/** Null for what is no URL, or a longer one than any that is inspected. */
function parsed(address: unknown): URL | null {
  return typeof address === 'string' && address.length <= URL_LIMIT ? URL.parse(address) : null
}

function linksOf({ links, indexability }: MetadataFields): ReadonlySet<string> {
  const mayFollow = !String(indexability?.robots_effective).includes('nofollow')
  if (!mayFollow || !Array.isArray(links)) return new Set()
  const followed = links.slice(0, crawlLimits.links).filter(isFollowed)
  // Two links that differ only in the fragment are one.
  return new Set(followed.map(({ href }) => withoutFragment(href)))
}

function isFollowed(link: unknown): link is { href: string } {
  const { href, rel, type } = (link ?? {}) as Record<string, unknown>
  if (typeof href !== 'string' || href.length > URL_LIMIT) return false
  if (type !== 'internal' && type !== 'external') return false
  return typeof rel !== 'string' || !isNotFollowed(rel)
}

/** A canonical URL that does not resolve, contradicts another one or is too long for any request is ignored. */
function canonicalOf({ canonical, indexability }: MetadataFields): URL | null {
  const isUnusable = indexability?.canonical_valid === false
  const isGone = typeof canonical?.status === 'number' && canonical.resolves !== true
  return isUnusable || isGone ? null : parsed(canonical?.href)
}
