import { clip, clipUrl } from '../clip.ts'
import { alternatesOf } from '../derived/alternates.ts'
import { withoutFragment } from '../derived/links.ts'
import type { Facts } from '../facts.ts'
import { failedOf, type Judgement } from '../scoring/judgement.ts'

const conflicts = new Set([
  'hreflang-duplicate-code',
  'hreflang-sources-conflict',
  'hreflang-url-many-languages',
])
const MAX_SHOWN = 200

/** The language versions that the head and the Link headers name, and whether they contradict each other (service.md, `i18n`). */
export function i18nSection({ document, http, targets }: Facts, judgements: readonly Judgement[]) {
  const alternates = alternatesOf({ document, http })
  const language = document.html?.attribs.lang
  return {
    language: language === undefined ? null : clip(language),
    content_language: http.header('content-language').join(', ') || null,
    hreflang: alternates.slice(0, MAX_SHOWN).map(({ code, url }) => {
      const target = url === null ? undefined : targets.get(withoutFragment(url.href))
      return { hreflang: clip(code), href: url && clipUrl(url.href), status: target?.status ?? null }
    }),
    duplicates_or_conflicts: failedOf(judgements).some(({ rule }) => conflicts.has(rule.id)),
  }
}
