import type { FoundPageRow, SiteReport } from '#shared/operations/results/site-report.ts'

type Found = NonNullable<FoundPageRow['found']>
/** What a rule about pages found. */
export type PageFound = Extract<Found, { message: string }>

/** What a report says of a rule. */
export interface Finding {
  readonly title: string
  readonly severity: string
  readonly fix: string
}

/** The finding of a rule about pages or about the site; null when the report has none. */
export function findingOf({ rules, site_issues }: SiteReport, rule: string): Finding | null {
  return rules.find(({ rule_id }) => rule_id === rule) ?? site_issues.find(({ id }) => id === rule) ?? null
}

/** Whether it is what a rule about pages found; else it is an item of a rule about the site. */
export function isOfPage(found: Found): found is PageFound {
  return 'message' in found
}

/** The items of a rule about the site that name a page. */
export function itemsOf(found: Exclude<Found, PageFound>): readonly object[] {
  const { more = [], more_total: _, ...first } = found
  return [first, ...(more as readonly object[])]
}
