import type { MetadataGroup } from '#shared/operations/metadata.ts'
import type { MetadataResult } from '#shared/operations/results/metadata-result.ts'
import { decodePage } from '#shared/web/html/charset.ts'
import { collectFacts } from '#stages/extract/facts/collect-facts.ts'
import type { PageFacts } from '#stages/extract/facts/page-facts.ts'
import type { PageInput } from '#stages/extract/facts/page-input.ts'
import type { LookupAnswers } from '#stages/extract/metadata/lookups-needed.ts'
import { metadataOf } from '#stages/extract/metadata/metadata.ts'

export interface Given {
  readonly url?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, readonly string[]>>
  readonly answers?: Partial<LookupAnswers>
  readonly groups?: readonly MetadataGroup[]
  readonly maxImages?: number
  readonly maxLinks?: number
  readonly robotsTxtAllowed?: boolean | null
}

/** A page as fetched, by default from `https://www.example.com/a/page`. */
export function fetched(html: string | Uint8Array, given: Given = {}): PageInput {
  const url = given.url ?? 'https://www.example.com/a/page'
  return {
    url,
    finalUrl: url,
    status: given.status ?? 200,
    headers: given.headers ?? { 'content-type': ['text/html; charset=utf-8'] },
    body: typeof html === 'string' ? Buffer.from(html) : html,
    redirects: [],
    fetchedAt: '2026-01-15T12:00:00.000Z',
    uaFamily: 'desktop',
    robotsTxtAllowed: given.robotsTxtAllowed ?? true,
  }
}

export function factsOf(html: string | Uint8Array, given: Given = {}): PageFacts {
  const page = fetched(html, given)
  return collectFacts(decodePage(page.body, page.headers['content-type']?.[0] ?? null), page)
}

/** The whole result for a page. */
export function metadataFor(html: string | Uint8Array, given: Given = {}): MetadataResult {
  const answers = { canonicalStatus: null, dominantColor: null, ...given.answers }
  const options = {
    groups: given.groups ?? (['all'] as const),
    maxImages: given.maxImages ?? 25,
    maxLinks: given.maxLinks ?? 100,
  }
  return metadataOf(factsOf(html, given), fetched(html, given), options, answers)
}
