import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { inertHtml } from '../inert-text.ts'
import { countOf, dayOf, number, type ScoredCrawl } from '../words.ts'
import type { ReportDocument } from './document.ts'

/** The score with its course over the crawls of the site up to this one; nothing where there is none. */
export function score({ report: { score: made, batch }, about: { history = [] } }: ReportDocument): string {
  if (made === null) return ''
  const until = batch.finished_at
  const crawls = history.filter(({ at }) => until === null || at <= until).slice(-MOST_CRAWLS)
  return `<h2 id="score">Score: ${number(made.overall)} of 100</h2>
<p>${lostOn(made)}</p>
${course(crawls)}`
}

/** Where the points are that a site lacks. */
function lostOn({ deductions }: NonNullable<SiteReport['score']>): string {
  if (deductions.length === 0) return 'No points are lost.'
  const sum = (isWanted: (id: string) => boolean) =>
    deductions.reduce((all, { id, points }) => (isWanted(id) ? all + points : all), 0)
  const onPages = sum((id) => id === 'pages')
  const onSite = sum((id) => id !== 'pages')
  const parts = [
    ...(onPages > 0 ? [`${number(onPages)} by what the pages lack on average`] : []),
    ...(onSite > 0 ? [`${number(onSite)} by issues of the site as a whole`] : []),
  ]
  const lost = onPages + onSite
  return `${countOf(lost, 'point')} ${number(lost) === '1' ? 'is' : 'are'} lost: ${parts.join(', ')}.`
}

/** Crawls that the chart shows: more cannot be told apart. */
const MOST_CRAWLS = 24
/** Crawls whose points have room for their figure. */
const MOST_FIGURES = 12

const WIDTH = 360
const HEIGHT = 110
/** Room for the figures at the left, above and below. */
const LEFT = 26
const TOP = 14
const BOTTOM = 18
const WHOLE = 100

const rounded = (value: number) => Math.round(value * 10) / 10
const yOf = (points: number) => rounded(HEIGHT - BOTTOM - (points / WHOLE) * (HEIGHT - TOP - BOTTOM))

/** A line of the scores, the oldest crawl at the left. */
function course(crawls: readonly ScoredCrawl[]): string {
  const [first] = crawls
  const last = crawls.at(-1)
  if (first === undefined || last === undefined || crawls.length < 2) return ''
  const step = (WIDTH - 2 * LEFT) / (crawls.length - 1)
  const points = crawls.map(({ score }, at) => ({ score, x: rounded(LEFT + at * step), y: yOf(score) }))
  const said = crawls.map(({ at, score }) => `${number(score)} on ${dayOf(at)}`).join(', ')
  const figures = crawls.length > MOST_FIGURES ? points.slice(-1) : points
  return `<figure>
<svg class="course" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${inertHtml(`Score of ${crawls.length} crawls`)}">
${[0, WHOLE / 2, WHOLE].map(gridLine).join('')}<polyline points="${points.map(({ x, y }) => `${x},${y}`).join(' ')}"/>
${points.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="2.5"/>`).join('')}
${figures.map(({ x, y, score }) => `<text x="${x}" y="${y - 6}" text-anchor="${x === LEFT ? 'start' : 'middle'}">${number(Math.round(score))}</text>`).join('')}
<text x="${LEFT}" y="${HEIGHT - 4}">${dayOf(first.at)}</text><text x="${WIDTH - LEFT}" y="${HEIGHT - 4}" text-anchor="end">${dayOf(last.at)}</text>
</svg>
<figcaption>Score of the last ${crawls.length} crawls: ${said}.</figcaption>
</figure>
`
}

function gridLine(points: number): string {
  const y = yOf(points)
  return `<line x1="${LEFT}" x2="${WIDTH - LEFT}" y1="${y}" y2="${y}"/><text class="scale" x="${LEFT - 5}" y="${y + 3}" text-anchor="end">${points}</text>`
}
