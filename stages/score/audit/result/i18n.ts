import type { Facts } from '../facts.ts'
import { failedOf, type Judgement } from '../scoring/judgement.ts'

const conflicts = new Set([
  'hreflang-duplicate-code',
  'hreflang-sources-conflict',
  'hreflang-url-many-languages',
])
const MAX_SHOWN = 200

/** The language versions that the head names, and whether they contradict each other (service.md, `i18n`). */
export function i18nSection({ document, http, targets }: Facts, judgements: readonly Judgement[]) {
  const links = document.byTag('link').filter(({ attribs, parent }) => {
    const rel = (attribs.rel ?? '').toLowerCase().split(/\s+/)
    return rel.includes('alternate') && attribs.hreflang !== undefined && parent === document.head
  })
  return {
    language: document.html?.attribs.lang ?? null,
    content_language: http.header('content-language').join(', ') || null,
    hreflang: links.slice(0, MAX_SHOWN).map(({ attribs }) => {
      const href = document.resolve(attribs.href ?? '')
      const target = href === null ? undefined : targets.get(href.split('#', 1)[0] ?? '')
      return { hreflang: attribs.hreflang ?? '', href, status: target?.status ?? null }
    }),
    duplicates_or_conflicts: failedOf(judgements).some(({ rule }) => conflicts.has(rule.id)),
  }
}
