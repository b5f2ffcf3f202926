import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { inertHtml } from '../inert-text.ts'
import { crawlFactsOf, number } from '../words.ts'
import type { ReportDocument } from './document.ts'
import { linkTo, list } from './parts.ts'

/** Start pages that are named. */
const SEEDS = 5

/** What was looked at and how: what a reader must know to trust the figures. */
export function method({ report, about: { severities, publicUrl } }: ReportDocument): string {
  const { batch, rule_version, score } = report
  const seeds = batch.seeds.slice(0, SEEDS).map((url) => linkTo(url))
  const more = batch.seeds.length > SEEDS ? ' and others' : ''
  const figures = crawlFactsOf(report, severities)
    .map(([name, value]) => `${name}: ${inertHtml(value)}`)
    .join(' · ')
  return `<h2 id="method">Method</h2>
<p>Started from ${seeds.join(', ')}${more}. ${figures}.</p>
<p>Issues are in order of severity, then of the points that they take, then of pages. Each chapter shows what was found first.${publicUrl === null ? '' : ' Its link leads to all pages of the issue in the service that made this report, for holders of a key.'} Version of the rules about sites: ${inertHtml(rule_version)}.</p>
${scoring(score)}`
}

function scoring(score: SiteReport['score']): string {
  if (score === null) return ''
  const lost = score.deductions.map(({ reason, points }) => `${inertHtml(reason)}: −${number(points)}`)
  return `<h3>How the score is made</h3>
<p>100 less the points below. A rule about the site takes points by its severity and by the share of the site that it concerns; where pages
were audited, what they lack on average counts 70 %, and the rules about the site 30 %. The gain of an issue of pages is in points of the mean
page score, that of an issue of the site in points of the site's score. The weights are PageProbe's own.</p>
${lost.length === 0 ? '<p>No points are lost.</p>\n' : list(lost, 'flow')}`
}
