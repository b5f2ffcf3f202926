import { type Finding, findingsOf } from '#shared/operations/results/site-findings.ts'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { inertMarkdown, inertText, wholeMarkdown } from './inert-text.ts'
import { allPagesText } from './words/findings.ts'
import { summaryOf } from './words/summary.ts'
import {
  allPagesUrl,
  countOf,
  factsOf,
  gainOf,
  number,
  preliminary,
  type ReportAbout,
  wordsOf,
} from './words.ts'

/** Items of each issue that the summary shows, and findings that stand first. */
const SHOWN = 5
const FIRST = 5

/**
 * The report as a summary to paste: figures, what to do first, and the first items of each issue. Links to all pages of a finding
 * lead to the service.
 */
export function reportMarkdown(report: SiteReport, about: ReportAbout): string {
  const found = findingsOf(report)
  return [
    heading(report, about.branding),
    summaryOf(report, about).map(wholeMarkdown).join(' '),
    facts(report, about.severities),
    first(found),
    changes(report),
    issues(found, about.publicUrl),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

function heading(report: SiteReport, branding: ReportAbout['branding']): string {
  const { batch } = report
  const name = inertMarkdown(branding?.title ?? `Site report: ${inertText(batch.seeds[0] ?? batch.id)}`)
  const client = branding?.client ?? null
  const note = preliminary(report)
  return [`# ${name}`, client && `Prepared for ${inertMarkdown(client)}`, note && `**${note}**`]
    .filter((part) => part !== null)
    .join('\n\n')
}

function first(found: readonly Finding[]): string {
  if (found.length === 0) return ''
  const items = found
    .slice(0, FIRST)
    .map((finding, at) => `${at + 1}. ${inertMarkdown(finding.title)} (${metaOf(finding)})`)
  return ['## What to do first', '', ...items].join('\n')
}

/** What a finding is: how bad, how many, what a fix takes and gives. */
function metaOf(finding: Finding): string {
  const { severity, pages, effort, points } = finding
  return [
    severity,
    countOf(pages, 'page'),
    ...(effort === null ? [] : [`effort: ${effort}`]),
    ...(points === 0 ? [] : [`gain: ${gainOf(finding)}`]),
  ].join(', ')
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

function issues(found: readonly Finding[], publicUrl: string): string {
  return found.length === 0 ? '' : ['## Issues', ...found.map((one) => issue(one, publicUrl))].join('\n\n')
}

function issue(finding: Finding, publicUrl: string): string {
  const { severity, title, fix, docs_url, items, items_total, examples } = finding
  const total = finding.isOfSite ? items_total : finding.pages
  const shown = [
    ...items.map(line),
    ...examples.map(({ url, message }) => `${inertMarkdown(url)}: ${inertMarkdown(message)}`),
  ].slice(0, SHOWN)
  const left = total - shown.length
  return [
    `### ${inertMarkdown(title)} (${severity}, ${total})`,
    '',
    `${inertMarkdown(fix)} [Source](${docs_url})`,
    '',
    ...shown.map((one) => `- ${one}`),
    ...(left > 0 ? [`- and ${number(left)} more`] : []),
    '',
    `[${allPagesText(finding)}](${allPagesUrl(finding, publicUrl)})`,
  ].join('\n')
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
