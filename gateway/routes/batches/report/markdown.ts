import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { inertMarkdown } from './inert-text.ts'
import { factsOf, wordsOf } from './words.ts'

/** Items of each issue that the summary shows. */
const SHOWN = 5

/** The report as a summary to paste: figures, and the first items of each issue. */
export function reportMarkdown(report: SiteReport): string {
  return [heading(report), facts(report), changes(report), issues(report), rules(report)]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

function heading({ batch, complete }: SiteReport): string {
  const name = inertMarkdown(batch.seeds[0] ?? batch.id)
  return `# Site report: ${name}${complete ? '' : '\n\n**Not complete yet.**'}`
}

function facts(report: SiteReport): string {
  return [
    '| | |',
    '|---|---|',
    ...factsOf(report).map(([name, value]) => `| ${name} | ${inertMarkdown(value)} |`),
  ].join('\n')
}

function changes({ changes: found }: SiteReport): string {
  if (found === undefined) return ''
  return [
    '## Since the earlier crawl',
    '',
    `- New issues: ${found.new_total}`,
    `- Fixed issues: ${found.fixed_total}`,
    `- Unchanged: ${found.unchanged}`,
    `- Pages added: ${found.pages_added_total}`,
    `- Pages gone: ${found.pages_gone_total}`,
  ].join('\n')
}

function issues({ site_issues }: SiteReport): string {
  const parts = site_issues.map(({ severity, title, fix, docs_url, items_total, items }) => {
    const shown = items.slice(0, SHOWN).map((item) => `- ${line(item)}`)
    const more = items_total > shown.length ? [`- and ${items_total - shown.length} more`] : []
    return [
      `### ${title} (${severity}, ${items_total})`,
      '',
      `${fix} [Source](${docs_url})`,
      '',
      ...shown,
      ...more,
    ].join('\n')
  })
  return parts.length === 0 ? '' : ['## Issues of the site', ...parts].join('\n\n')
}

type Item = SiteReport['site_issues'][number]['items'][number]

/** URLs and links of an item that the summary shows. */
const SHOWN_URLS = 3

function line(item: Item): string {
  const { value, urls, total, details, sources, sourcesTotal } = wordsOf(item)
  const named = value === null ? '' : `“${inertMarkdown(value)}”: `
  const facts = details.length === 0 ? '' : ` (${details.map(inertMarkdown).join(', ')})`
  const links = sources.map(({ url, text }) => `${inertMarkdown(url)} (“${inertMarkdown(text)}”)`)
  const from = links.length === 0 ? '' : `, linked on ${some(links, sourcesTotal)}`
  return `${named}${some(urls.map(inertMarkdown), total)}${facts}${from}`
}

function some(texts: readonly string[], total: number): string {
  const shown = texts.slice(0, SHOWN_URLS)
  return shown.join(', ') + (total > shown.length ? ` and ${total - shown.length} more` : '')
}

function rules({ rules: failed }: SiteReport): string {
  if (failed.length === 0) return ''
  const rows = failed.map(({ title, severity, pages, share }) => {
    return `| ${inertMarkdown(title)} | ${severity} | ${pages} | ${Math.round(share * 100)} % |`
  })
  return [
    '## Rules that pages failed',
    '',
    '| Rule | Severity | Pages | Share |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n')
}
