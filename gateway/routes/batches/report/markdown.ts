import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { inertMarkdown } from './inert-text.ts'
import { allPagesUrl, countOf, factsOf, preliminary, type ReportAbout, wordsOf } from './words.ts'

/** Items of each issue that the summary shows. */
const SHOWN = 5

/**
 * The report as a summary to paste: figures, and the first items of each issue. Links to all pages of a finding lead to the
 * service.
 */
export function reportMarkdown(report: SiteReport, { publicUrl, severities }: ReportAbout): string {
  return [
    heading(report),
    facts(report, severities),
    changes(report),
    issues(report, publicUrl),
    rules(report, publicUrl),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

function heading(report: SiteReport): string {
  const { batch } = report
  const name = inertMarkdown(batch.seeds[0] ?? batch.id)
  const note = preliminary(report)
  return `# Site report: ${name}${note === null ? '' : `\n\n**${note}**`}`
}

function facts(report: SiteReport, severities: ReportAbout['severities']): string {
  return [
    '| | |',
    '|---|---|',
    ...factsOf(report, severities).map(([name, value]) => `| ${name} | ${inertMarkdown(value)} |`),
  ].join('\n')
}

function changes({ changes: found }: SiteReport): string {
  if (found === undefined) return ''
  return [
    '## Changes since the earlier crawl',
    '',
    `- New issues: ${found.new_total}`,
    `- Fixed issues: ${found.fixed_total}`,
    `- Unchanged: ${found.unchanged}`,
    `- Pages added: ${found.pages_added_total}`,
    `- Pages removed: ${found.pages_gone_total}`,
  ].join('\n')
}

function issues({ site_issues }: SiteReport, publicUrl: string): string {
  const parts = site_issues.map((issue) => {
    const { severity, title, fix, docs_url, items_total, items } = issue
    const shown = items.slice(0, SHOWN).map((item) => `- ${line(item)}`)
    const more = items_total > shown.length ? [`- and ${items_total - shown.length} more`] : []
    return [
      `### ${title} (${severity}, ${items_total})`,
      '',
      `${fix} [Source](${docs_url})`,
      '',
      ...shown,
      ...more,
      '',
      `[All pages with this issue](${allPagesUrl(issue, publicUrl)})`,
    ].join('\n')
  })
  return parts.length === 0 ? '' : ['## Site issues', ...parts].join('\n\n')
}

type Item = SiteReport['site_issues'][number]['items'][number]

/** URLs and links of an item that the summary shows. */
const SHOWN_URLS = 3

function line(item: Item): string {
  const { value, urls, total, details, sources, sourcesTotal } = wordsOf(item)
  const named = value === null ? '' : `“${inertMarkdown(value)}”: `
  const facts = details.length === 0 ? '' : ` (${details.map(inertMarkdown).join(', ')})`
  const links = sources.map(({ url, text }) => `${inertMarkdown(url)} (“${inertMarkdown(text)}”)`)
  const from = links.length === 0 ? '' : `, linked from ${some(links, sourcesTotal)}`
  return `${named}${some(urls.map(inertMarkdown), total)}${facts}${from}`
}

function some(texts: readonly string[], total: number): string {
  const shown = texts.slice(0, SHOWN_URLS)
  return shown.join(', ') + (total > shown.length ? ` and ${total - shown.length} more` : '')
}

function rules({ rules: failed }: SiteReport, publicUrl: string): string {
  if (failed.length === 0) return ''
  const rows = failed.map((rule) => {
    const { title, severity, pages, share, points } = rule
    const all = `[All ${countOf(pages, 'page')}](${allPagesUrl(rule, publicUrl)})`
    return `| ${inertMarkdown(title)} | ${severity} | ${pages} | ${Math.round(share * 100)} % | ${points} | ${all} |`
  })
  return [
    '## Page issues',
    '',
    '| Issue | Severity | Pages | Share | Points lost | List |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}
