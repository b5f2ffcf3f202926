import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { ruleTexts } from '#shared/operations/rule-texts.ts'
import { inertHtml } from '../inert-text.ts'
import { change } from '../words/summary.ts'
import { countOf, number, wordsOf } from '../words.ts'
import type { ReportDocument } from './document.ts'
import { folded, linkTo, list } from './parts.ts'

type Changes = NonNullable<SiteReport['changes']>
type Change = Changes['new'][number]

/** Rules of a list of changes, URLs of each, and URLs of a list of pages. */
const MOST_RULES = 20
const MOST_URLS = 10
const MOST_PAGES = 50

/** What changed since the earlier crawl, in words; nothing without one. */
export function changes({ report: { changes: found }, origin }: ReportDocument): string {
  if (found === undefined) return ''
  const { pages_added_total: added, pages_gone_total: gone } = found
  const pages = `${added === 0 ? 'No pages were' : `${countOf(added, 'page')} ${was(added)}`} added and ${gone === 0 ? 'none were' : `${number(gone)} ${was(gone)}`} removed.`
  const lists = [
    folded(`New: ${found.new_total}`, byRule(found.new, found.new_total, origin)),
    folded(`Fixed: ${found.fixed_total}`, byRule(found.fixed, found.fixed_total, origin)),
    folded(`Pages added: ${added}`, urls(found.pages_added, added, origin)),
    folded(`Pages removed: ${gone}`, urls(found.pages_gone, gone, origin)),
  ]
  return `<h2 id="changes">Changes since the earlier crawl</h2>
<p>${change(found)} ${pages}</p>
<div class="changes">${lists.join('')}</div>
`
}

const was = (count: number) => (count === 1 ? 'was' : 'were')

/** Changes by the rule that found them, in the order of the first one of each. */
function byRule(found: readonly Change[], total: number, origin: string | null): string {
  const rules = Map.groupBy(found, ({ rule_id, id = rule_id }) => id ?? '')
  const lines = [...rules].slice(0, MOST_RULES).map(([id, ofRule]) => {
    const shown = ofRule.slice(0, MOST_URLS).map((one) => named(one, origin))
    return `${ruleName(id)}, ${number(ofRule.length)}: ${shown.join(', ')}${andMore(ofRule.length - shown.length)}`
  })
  const listed = [...rules.values()].slice(0, MOST_RULES).reduce((sum, { length }) => sum + length, 0)
  return list(lines) + leftOut(total - listed)
}

function ruleName(id: string): string {
  const texts = ruleTexts(id)
  return `<strong>${inertHtml(texts?.title ?? id)}</strong>`
}

function named({ rule_id, id, ...item }: Change, origin: string | null): string {
  const { value, urls, total } = wordsOf(item)
  const shown = urls.slice(0, 2).map((url) => linkTo(url, origin))
  const where = `${shown.join(', ')}${andMore(total - shown.length)}`
  return value === null ? where : `“${inertHtml(value)}” (${where})`
}

function urls(found: readonly string[], total: number, origin: string | null): string {
  const shown = found.slice(0, MOST_PAGES).map((url) => linkTo(url, origin))
  return list(shown, 'flow') + leftOut(total - shown.length)
}

function andMore(count: number): string {
  return count > 0 ? ` and ${number(count)} more` : ''
}

function leftOut(count: number): string {
  return count > 0 ? `<p class="soft">and ${number(count)} more</p>` : ''
}
