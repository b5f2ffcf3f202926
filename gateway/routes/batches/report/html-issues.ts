import type { LinkSource } from '#shared/operations/results/site-item.ts'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { folded, linkTo, list } from './html-parts.ts'
import { inertHtml, inertUrl } from './inert-text.ts'
import { allPagesUrl, type ItemWords, wordsOf } from './words.ts'

type Issue = SiteReport['site_issues'][number]

/** Items of each issue that are shown at once, and all that the document has. The JSON has 1,000. */
const SHOWN = 5
const MOST = 100
/** URLs and links of one item that are shown at once. */
const SHOWN_URLS = 5

/** The issues of a site as HTML, each with why it matters, how to fix it, and where it is. */
export function htmlIssues({ site_issues }: SiteReport, publicUrl: string): string {
  const title = '<h2>Site issues</h2>\n'
  if (site_issues.length === 0) return `${title}<p class="good">None found.</p>\n`
  return title + site_issues.map((one) => issue(one, publicUrl)).join('')
}

/** A link to the list of all pages of a finding. `text` is plain. */
export function allPages(text: string, finding: { readonly pages_url: string }, publicUrl: string): string {
  return `<p><a href="${inertUrl(allPagesUrl(finding, publicUrl))}">${inertHtml(text)}</a></p>\n`
}

function issue(found: Issue, publicUrl: string): string {
  const { severity, title, why, fix, docs_url, items_total, items } = found
  const shown = items.slice(0, MOST).map((item) => htmlItem(wordsOf(item)))
  const left = items_total - shown.length
  const rest = left > 0 ? `<p class="soft">and ${left} more</p>` : ''
  const more = folded(`${items_total - SHOWN} more`, list(shown.slice(SHOWN)) + rest)
  return `<section class="issue ${severity}">
<p class="severity">${severity} · ${items_total}</p>
<h3>${inertHtml(title)}</h3>
<p>${inertHtml(why)}</p>
<p><strong>How to fix:</strong> ${inertHtml(fix)} <a href="${inertHtml(docs_url)}">Source</a></p>
${list(shown.slice(0, SHOWN))}${shown.length > SHOWN ? more : ''}${allPages('All pages with this issue', found, publicUrl)}</section>
`
}

function htmlItem({ value, urls, total, details, sources, sourcesTotal }: ItemWords): string {
  const facts =
    details.length === 0 ? '' : ` <span class="soft">(${details.map(inertHtml).join(', ')})</span>`
  const from =
    sources.length === 0
      ? ''
      : `<br><span class="soft">linked from</span> ${some(sources.map(source), sourcesTotal)}`
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
