import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'

export type Issue = NonNullable<SeoAuditResult['issues']>[number]

/** The issues of one rule. */
export interface IssueGroup {
  readonly rule: string
  /** The issue that is to be mended first; it stands for the texts of the rule. */
  readonly first: Issue
  readonly issues: readonly Issue[]
  readonly places: readonly Place[]
}

/** A place of the page, or a value from outside it, that shows the fault. */
export interface Place {
  readonly selector: string | null
  readonly snippet: string | null
  readonly location: Issue['location']
  readonly value: string | null
  /** Where several issues of a rule are shown together, the message of this one. */
  readonly message: string
}

/** Groups issues by their rule, in the order in which they come. */
export function groupsOf(issues: readonly Issue[]): readonly IssueGroup[] {
  const byRule = Map.groupBy(issues, ({ source_rule }) => source_rule)
  return [...byRule].flatMap(([rule, own]) => {
    const [first] = own
    return first === undefined ? [] : [{ rule, first, issues: own, places: own.flatMap(placesOf) }]
  })
}

/**
 * The places of an issue. Its own selector, snippet and location are those of its first evidence, so they are one place.
 */
function placesOf(issue: Issue): readonly Place[] {
  const { selector, snippet, location, message, evidence = [] } = issue
  const own = { selector, snippet, location, message }
  const [first, ...others] = evidence
  const isOwn = first === undefined || first.selector === selector
  const rest = isOwn ? others : evidence
  const shown = rest.map((one) => ({ ...one, snippet: null, location: null, message }))
  const hasPlace = selector !== null || snippet !== null || location !== null || first !== undefined
  if (!hasPlace) return []
  return [{ ...own, value: isOwn && first !== undefined ? first.value : null }, ...shown]
}
