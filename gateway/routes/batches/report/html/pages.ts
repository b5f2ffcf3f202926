import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { inertHtml } from '../inert-text.ts'
import { number } from '../words.ts'
import type { ReportDocument } from './document.ts'
import { bar, linkTo, table } from './parts.ts'

const WHOLE = 100

/** How the pages spread by status, depth, failure and score: tables with a bar in each row. */
export function pages({ report: { pages: counted, scores }, origin }: ReportDocument): string {
  const { by_status, by_depth, by_code } = counted
  const charts = [
    chart('Status', Object.entries(by_status)),
    chart('Clicks from a start page', Object.entries(by_depth)),
    chart('Failure', Object.entries(by_code)),
    ...scoreCharts(scores, origin),
  ]
  return `<h2 id="pages">Pages by status and depth</h2>
<div class="charts">${charts.join('')}</div>
`
}

/** Rows of a chart: more say nothing together. */
const MOST_ROWS = 20

/** Counts of pages, each with its bar. */
function chart(title: string, counts: readonly (readonly [name: string, pages: number])[]): string {
  if (counts.length === 0) return ''
  const most = Math.max(...counts.slice(0, MOST_ROWS).map(([, count]) => count))
  const rows = counts
    .slice(0, MOST_ROWS)
    .map(([name, count]) => [inertHtml(name), bar(count, most), number(count)])
  const left = counts.slice(MOST_ROWS).reduce((sum, [, count]) => sum + count, 0)
  if (left > 0) rows.push(['Others', bar(left, most), number(left)])
  return table(columns(title, 'Pages'), rows)
}

const columns = (title: string, unit: string) => [
  { title },
  { title: '<span class="unseen">Chart</span>' },
  { title: unit, isNumber: true },
]

function scoreCharts(scores: SiteReport['scores'], origin: string | null): string[] {
  if (scores === null) return []
  const categories = Object.entries(scores.by_category).map(([name, mean]) => [
    inertHtml(name),
    bar(mean, WHOLE),
    number(mean),
  ])
  const ranges = scores.distribution
    .filter(({ pages: count }) => count > 0)
    .map(({ from, to, pages: count }) => [`${from}–${to}`, count] as const)
  const worst = scores.worst.map(({ url, overall }) => [linkTo(url, origin), number(overall)])
  return [
    table(columns('Category', 'Mean score'), categories),
    chart('Page score', ranges),
    table([{ title: 'Lowest page scores' }, { title: 'Score', isNumber: true }], worst),
  ]
}
