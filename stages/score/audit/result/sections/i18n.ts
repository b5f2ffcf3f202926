import { withoutFragment } from '#shared/web/without-fragment.ts'
import { alternatesOf } from '../../derived/hreflang/alternates.ts'
import { failedRules, type RuleResult } from '../../engine/run-rules.ts'
import type { Facts } from '../../facts/facts.ts'
import { truncate, truncateUrl } from '../truncate.ts'

const conflicts = new Set([
  'hreflang-duplicate-code',
  'hreflang-sources-conflict',
  'hreflang-url-many-languages',
])
const MAX_SHOWN = 200

/** Section `i18n`: the language versions that the head and the `Link` headers name, and their conflicts. */
export function i18nSection({ document, http, targets }: Facts, ruleResults: readonly RuleResult[]) {
  const alternates = alternatesOf({ document, http })
  const language = document.html?.attribs.lang?.trim() ?? ''
  return {
    language: language === '' ? null : truncate(language),
    content_language: http.header('content-language').join(', ') || null,
    hreflang: alternates.slice(0, MAX_SHOWN).map(({ code, url }) => {
      const target = url === null ? undefined : targets.get(withoutFragment(url.href))
      return { hreflang: truncate(code), href: url && truncateUrl(url.href), status: target?.status ?? null }
    }),
    duplicates_or_conflicts: failedRules(ruleResults).some(({ rule }) => conflicts.has(rule.id)),
  }
}
