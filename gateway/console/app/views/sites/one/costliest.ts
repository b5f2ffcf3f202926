import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { trimmed } from '../../../ui/format.ts'

/** The largest deduction from a site's score. */
export interface Costliest {
  readonly points: number
  /** What it is, in words. */
  readonly what: string
  /**
   * Of the pages: the rule that takes most from them; null = none, or it is no matter of the pages. Rules that may have failed on pages
   * alone that cannot be indexed are left out: these do not count.
   */
  readonly aboveAll: string | null
}

/** What takes most from the score; null = nothing, or there is no score. */
export function costliestOf({
  score,
  scores,
  rules,
  pages,
}: Pick<SiteReport, 'score' | 'scores' | 'rules' | 'pages'>): Costliest | null {
  const [first] = score?.deductions ?? []
  if (first === undefined) return null
  if (first.id !== 'pages' || scores === null)
    return { points: first.points, what: first.reason, aboveAll: null }
  const certain = rules.filter((rule) => rule.points > 0 && rule.pages > pages.not_indexable)
  const [worst] = certain.sort((a, b) => b.points - a.points)
  const what = `the pages themselves, ${trimmed(scores.mean, 1)} of 100 on average`
  return { points: first.points, what, aboveAll: worst?.title ?? null }
}
