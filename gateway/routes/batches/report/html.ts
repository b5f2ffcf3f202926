import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { htmlIssues } from './html-issues.ts'
import { facts, folded, linkTo, list, table } from './html-parts.ts'
import { inertHtml } from './inert-text.ts'
import { STYLE } from './style.ts'
import { factsOf, wordsOf } from './words.ts'

/** The report as one HTML file without script and without outside resources. Its policy is `HTML_POLICY`. */
export function reportHtml(report: SiteReport): string {
  const { batch } = report
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
<p class="soft">${subject}${report.complete ? '' : ' · <strong>not complete yet</strong>'}</p>
${facts(factsOf(report))}${changes(report)}${score(report)}${htmlIssues(report)}${rules(report)}${pageScores(report)}${counts(report)}</main>
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
    ['Pages gone', `${found.pages_gone_total}`],
  ])
  const lists = [
    folded('New issues', list(found.new.map(changed))),
    folded('Fixed issues', list(found.fixed.map(changed))),
    folded('Pages added', list(found.pages_added.map(linkTo))),
    folded('Pages gone', list(found.pages_gone.map(linkTo))),
  ]
  return `<h2>Since the earlier crawl</h2>\n${figures}${lists.join('')}`
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
      ? '<p class="good">Nothing takes points.</p>\n'
      : table([{ title: 'What takes points' }, numberOf('Points')], rows)
  return `<h2>Score: ${overall} of 100</h2>\n${explained}`
}

/** How the scores of the pages spread, and what they are made of. */
function pageScores({ scores }: SiteReport): string {
  if (scores === null) return ''
  const most = Math.max(...scores.distribution.map(({ pages }) => pages))
  const ranges = scores.distribution.map(({ from, to, pages }) => [
    `${from}–${to}`,
    meter(pages, most),
    `${pages}`,
  ])
  const categories = Object.entries(scores.by_category).map(([name, mean]) => [
    inertHtml(name),
    meter(mean, PERCENT),
    `${mean}`,
  ])
  const worst = scores.worst.map(({ url, overall }) => [linkTo(url), `${overall}`])
  return `<h2>Scores of the pages</h2>
${table([{ title: 'Category' }, { title: 'Mean' }, numberOf('')], categories)}
${table([{ title: 'Score' }, { title: 'Pages' }, numberOf('')], ranges)}
<h3>The lowest</h3>
${table([{ title: 'Page' }, numberOf('Score')], worst)}`
}

function meter(value: number, most: number): string {
  return `<meter min="0" max="${Math.max(most, 1)}" value="${value}"></meter>`
}

const numberOf = (title: string) => ({ title, isNumber: true })

const PERCENT = 100

function rules({ rules: failed }: SiteReport): string {
  if (failed.length === 0) return ''
  const rows = failed.map(({ title, fix, docs_url, severity, pages, share, examples }) => [
    `${inertHtml(title)}<br><span class="soft">${inertHtml(fix)} <a href="${inertHtml(docs_url)}">Source</a></span>${examplesOf(examples)}`,
    severity,
    `${pages}`,
    `${Math.round(share * PERCENT)} %`,
  ])
  const columns = [{ title: 'Rule' }, { title: 'Severity' }, numberOf('Pages'), numberOf('Share')]
  return `<h2>Rules that pages failed</h2>\n${table(columns, rows)}`
}

function examplesOf(examples: SiteReport['rules'][number]['examples']): string {
  return folded('Examples', list(examples.map(({ url, message }) => `${linkTo(url)}: ${inertHtml(message)}`)))
}

/** Results by status, depth and failure. */
function counts({ pages: { by_status, by_depth, by_code } }: SiteReport): string {
  const parts = [
    ['Status', by_status],
    ['Clicks from a start page', by_depth],
    ['Failure', by_code],
  ] as const
  const tables = parts.map(([title, counted]) => {
    const rows = Object.entries(counted).map(([name, count]) => [inertHtml(name), `${count}`])
    return rows.length === 0 ? '' : table([{ title }, numberOf('Results')], rows)
  })
  return `<h2>Results</h2>\n${tables.join('')}`
}
