import type { LinkSource } from '#shared/operations/results/site-item.ts'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { folded, linkTo, list } from './html-parts.ts'
import { inertHtml } from './inert-text.ts'
import { type ItemWords, wordsOf } from './words.ts'

type Issue = SiteReport['site_issues'][number]

/** Items of each issue that are shown at once, and all that the document has. The JSON has 1,000. */
const SHOWN = 5
const MOST = 100
/** URLs and links of one item that are shown at once. */
const SHOWN_URLS = 5

/** The issues of a site as HTML, each with why it matters, what to do, and where. */
export function htmlIssues({ site_issues }: SiteReport): string {
  const title = '<h2>Issues of the site</h2>\n'
  if (site_issues.length === 0) return `${title}<p class="good">None was found.</p>\n`
  return title + site_issues.map(issue).join('')
}

function issue({ severity, title, why, fix, docs_url, items_total, items }: Issue): string {
  const shown = items.slice(0, MOST).map((item) => htmlItem(wordsOf(item)))
  const left = items_total - shown.length
  const rest = left > 0 ? `<p class="soft">and ${left} more: see the report as JSON</p>` : ''
  const more = folded(`${items_total - SHOWN} more`, list(shown.slice(SHOWN)) + rest)
  return `<section class="issue ${severity}">
<p class="severity">${severity} · ${items_total}</p>
<h3>${inertHtml(title)}</h3>
<p>${inertHtml(why)}</p>
<p><strong>What to do:</strong> ${inertHtml(fix)} <a href="${inertHtml(docs_url)}">Source</a></p>
${list(shown.slice(0, SHOWN))}${shown.length > SHOWN ? more : ''}</section>
`
}

function htmlItem({ value, urls, total, details, sources, sourcesTotal }: ItemWords): string {
  const facts =
    details.length === 0 ? '' : ` <span class="soft">(${details.map(inertHtml).join(', ')})</span>`
  const from =
    sources.length === 0
      ? ''
      : `<br><span class="soft">linked on</span> ${some(sources.map(source), sourcesTotal)}`
  if (urls.length === 1 && value === null) return `${linkTo(urls[0] as string)}${facts}${from}`
  const named = value === null ? `${total} pages` : `“${inertHtml(value)}”`
  return `${named}${facts}${some(urls.map(linkTo), total)}${from}`
}

function source({ url, text }: LinkSource): string {
  return text === '' ? linkTo(url) : `${linkTo(url)} <span class="soft">“${inertHtml(text)}”</span>`
}

function some(items: readonly string[], total: number): string {
  const rest = items.slice(SHOWN_URLS)
  const left = total - items.length
  const note = left > 0 ? `<p class="soft">and ${left} more</p>` : ''
  return list(items.slice(0, SHOWN_URLS)) + folded(`${total - SHOWN_URLS} more`, list(rest) + note)
}
