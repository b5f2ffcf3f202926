import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'

export type Indexability = NonNullable<SeoAuditResult['indexability']>

/** Whether a page may be indexed, in words. */
export interface IndexabilityWords {
  readonly kind: 'good' | 'warn'
  readonly title: string
  readonly reason: string
}

/**
 * Two questions: whether search engines may index the page, and whether Google would do so under this address
 * (`infra/docs/clients.md#indexability`).
 */
export function indexabilityInWords(indexability: Indexability): IndexabilityWords {
  const { is_indexable, indexed_like_google, reason } = indexability
  if (!is_indexable) return { kind: 'warn', title: 'Search engines may not index this page', reason }
  if (!indexed_like_google) {
    return {
      kind: 'warn',
      title: 'The page may be indexed, but Google would not show it under this URL',
      reason,
    }
  }
  return { kind: 'good', title: 'Search engines may index this page', reason }
}

/** What the page names as its canonical address. */
export function canonicalInWords(canonical: Indexability['canonical']): string {
  if (canonical === null) return 'The page has no canonical URL.'
  if (canonical.is_self_canonical) return 'The page names itself as canonical.'
  return `The canonical is another URL; ${answerInWords(canonical)}`
}

function answerInWords({ status, resolves }: NonNullable<Indexability['canonical']>): string {
  if (status === null) return 'it was not requested, or did not respond.'
  return resolves
    ? `it responds with status ${status}.`
    : `it responds with status ${status}, which is no page.`
}

/** What robots.txt says about the page to Google's crawler, but for the rule that says it. */
export function robotsInWords({ allow, matched_rule }: Indexability['robots_txt']): string {
  return `${allow ? 'Allows' : 'Does not allow'} Googlebot to fetch the page${matched_rule === null ? '.' : ' by the rule:'}`
}
