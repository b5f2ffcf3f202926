import type { SiteItem, SiteRule } from '#stages/batch/site/rules/site-rule.ts'
import { type SitePlan, siteOf, urlOf } from './site-builder.ts'

/** The items that a rule finds in the site of a plan. */
export function found(rule: SiteRule, plan: SitePlan): SiteItem[] {
  return [...rule.find(siteOf(plan))]
}

export { urlOf }

/** Items that name a page each, by path. */
export const pagesAt = (...paths: string[]) => paths.map((path) => ({ url: urlOf(path) }))

/** Whole URLs of paths. */
export const urlsAt = (...paths: string[]) => paths.map(urlOf)

/** A source of a link. */
export const sourceAt = (path: string, text = '') => ({ url: urlOf(path), text })
