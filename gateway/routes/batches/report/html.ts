import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { allPages, htmlIssues } from './html-issues.ts'
import { bar, facts, folded, linkTo, list, table } from './html-parts.ts'
import { inertHtml } from './inert-text.ts'
import { STYLE } from './style.ts'
import { countOf, factsOf, preliminary, type ReportAbout, wordsOf } from './words.ts'

/**
 * The report as one HTML file without script and without outside resources. Its policy is `HTML_POLICY`; links to all pages of a
 * finding lead to the service.
 */
export function reportHtml(report: SiteReport, { publicUrl, severities }: ReportAbout): string {
  const { batch } = report
  const note = preliminary(report)
  const subject = inertHtml(batch.seeds[0] ?? batch.id)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Site report: ${subject}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Site report</h1>
<p class="soft">${subject}${note === null ? '' : ` · <strong>${note}</strong>`}</p>
${facts(factsOf(report, severities))}${changes(report)}${score(report)}${htmlIssues(report, publicUrl)}${rules(report, publicUrl)}${pageScores(report)}${counts(report)}</main>
</body>
</html>
`
}

function changes({ changes: found }: SiteReport): string {
  if (found === undefined) return ''
  const figures = facts([
    ['New issues', `${found.new_total}`],
    ['Fixed issues', `${found.fixed_total}`],
    ['Unchanged', `${found.unchanged}`],
    ['Pages added', `${found.pages_added_total}`],
    ['Pages removed', `${found.pages_gone_total}`],
  ])
  const lists = [
    folded('New issues', list(found.new.map(changed))),
    folded('Fixed issues', list(found.fixed.map(changed))),
    folded('Pages added', list(found.pages_added.map(linkTo))),
    folded('Pages removed', list(found.pages_gone.map(linkTo))),
  ]
  return `<h2>Changes since the earlier crawl</h2>\n${figures}${lists.join('')}`
}

type Change = NonNullable<SiteReport['changes']>['new'][number]

function changed({ rule_id, id = rule_id, ...item }: Change): string {
  const { value, urls } = wordsOf(item)
  const named = value === null ? '' : `“${inertHtml(value)}” `
  return `<code>${inertHtml(id ?? '')}</code> ${named}${urls.map(linkTo).join(', ')}`
}

function score({ score: made }: SiteReport): string {
  if (made === null) return ''
  const { overall, deductions } = made
  const rows = deductions.map(({ reason, points }) => [inertHtml(reason), `−${points}`])
  const explained =
    rows.length === 0
      ? '<p class="good">No points lost.</p>\n'
      : table([{ title: 'Why points are lost' }, numberOf('Points')], rows)
  return `<h2>Score: ${overall} of 100</h2>\n${explained}`
}

/** How the scores of the pages spread, and what they are made of. */
function pageScores({ scores }: SiteReport): string {
  if (scores === null) return ''
  const most = Math.max(...scores.distribution.map(({ pages }) => pages))
  const ranges = scores.distribution.map(({ from, to, pages }) => [
    `${from}–${to}`,
    bar(pages, most, `Pages with ${from} to ${to} points`),
  ])
  const categories = Object.entries(scores.by_category).map(([name, mean]) => [
    inertHtml(name),
    bar(mean, PERCENT, `Mean score of ${name}`),
  ])
  const worst = scores.worst.map(({ url, overall }) => [linkTo(url), `${overall}`])
  return `<h2>Page scores</h2>
${table([{ title: 'Category' }, { title: 'Mean score' }], categories)}
${table([{ title: 'Score' }, { title: 'Pages' }], ranges)}
<h3>Lowest scores</h3>
${table([{ title: 'Page' }, numberOf('Score')], worst)}`
}

const numberOf = (title: string) => ({ title, isNumber: true })

const PERCENT = 100

function rules({ rules: failed }: SiteReport, publicUrl: string): string {
  if (failed.length === 0) return ''
  const rows = failed.map((rule) => [
    ruleCell(rule, publicUrl),
    rule.severity,
    `${rule.pages}`,
    `${Math.round(rule.share * PERCENT)} %`,
    `${rule.points}`,
  ])
  const figures = [numberOf('Pages'), numberOf('Share'), numberOf('Points lost')]
  return `<h2>Page issues</h2>\n${table([{ title: 'Issue' }, { title: 'Severity' }, ...figures], rows)}`
}

function ruleCell(rule: SiteReport['rules'][number], publicUrl: string): string {
  const { title, fix, docs_url, pages, examples } = rule
  const source = `<a href="${inertHtml(docs_url)}">Source</a>`
  return `${inertHtml(title)}<br><span class="soft">${inertHtml(fix)} ${source}</span>${examplesOf(examples)}${allPages(`All ${countOf(pages, 'page')}`, rule, publicUrl)}`
}

function examplesOf(examples: SiteReport['rules'][number]['examples']): string {
  return folded('Examples', list(examples.map(({ url, message }) => `${linkTo(url)}: ${inertHtml(message)}`)))
}

/** Pages by status, depth and failure. */
function counts({ pages: { by_status, by_depth, by_code } }: SiteReport): string {
  const parts = [
    ['Status', by_status],
    ['Clicks from a start page', by_depth],
    ['Failure', by_code],
  ] as const
  const tables = parts.map(([title, counted]) => {
    const rows = Object.entries(counted).map(([name, count]) => [inertHtml(name), `${count}`])
    return rows.length === 0 ? '' : table([{ title }, numberOf('Pages')], rows)
  })
  return `<h2>Pages by status, depth and failure</h2>\n${tables.join('')}`
}
