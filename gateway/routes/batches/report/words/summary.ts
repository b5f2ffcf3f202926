import { type Finding, findingsOf } from '#shared/operations/results/site-findings.ts'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { inertText } from '../inert-text.ts'
import { countOf, number, type ReportAbout } from '../words.ts'
import { siteName } from './site-name.ts'

/**
 * Three sentences that sum up a report, made from its figures alone: how good the site is, what costs it most, and what changed;
 * without an earlier crawl, what search engines cannot index. Plain text, in which
 * what pages wrote is inert.
 */
export function summaryOf(report: SiteReport, { severities }: Pick<ReportAbout, 'severities'>): string[] {
  return [
    quality(report),
    cost(report, severities),
    report.changes ? change(report.changes) : indexing(report),
  ]
}

/** From how many points on a site is what: the bands that Lighthouse has. */
const GOOD = 90
const FAIR = 50

function quality(report: SiteReport): string {
  const { score, pages } = report
  if (score === null) return withoutScore(report)
  const { overall } = score
  const verdict = overall >= GOOD ? 'is in good shape' : overall >= FAIR ? 'needs work' : 'is in poor shape'
  return `${inertText(siteName(report))} ${verdict}: it scores ${number(overall)} of 100 on ${countOf(pages.total, 'page')}.`
}

function withoutScore({ complete, pages: { total, unknown } }: SiteReport): string {
  const so = complete ? '' : ' so far'
  if (total === 0) return `No page was checked${so || ', so there is no score'}.`
  const checked = `${countOf(total, 'page')} ${was(total)} checked${so}`
  return unknown === total
    ? `${checked}; this check does not tell whether pages can be indexed, so there is no score.`
    : `${checked}, and none can be indexed, so there is no score.`
}

function cost(report: SiteReport, severities: ReportAbout['severities']): string {
  const found = findingsOf(report)
  const [first] = found
  const shown = severities === null ? '' : ` of severity ${severities.join(' or ')}`
  if (first === undefined) return `No issues${shown} were found${report.complete ? '' : ' so far'}.`
  const most = costliestOf(report, found)
  if (most === null)
    return `No issue${shown} costs points; the first to look at is “${inertText(first.title)}”, on ${countOf(first.pages, 'page')}.`
  const { title, pages, points } = most
  return `The issue${shown} that costs most is “${inertText(title)}”: ${countOf(points, 'point')}, on ${countOf(pages, 'page')}.`
}

const WHOLE = 100

/**
 * The finding that takes most from the score, with the points that it takes; null = none does. A rule about pages that may have
 * failed only on pages that cannot be indexed is left out: these do not count.
 */
function costliestOf({ score, scores, pages }: SiteReport, found: readonly Finding[]): Finding | null {
  const ofPages = score?.deductions.find(({ id }) => id === 'pages')?.points ?? 0
  const lacking = WHOLE - (scores?.mean ?? WHOLE)
  const share = lacking === 0 ? 0 : Math.min(1, ofPages / lacking)
  const costs = found
    .filter((one) => one.isOfSite || one.pages > pages.not_indexable)
    .map((one) => ({ ...one, points: one.isOfSite ? one.points : one.points * share }))
  const [most] = costs.sort((a, b) => b.points - a.points)
  return most === undefined || most.points === 0 ? null : { ...most, points: rounded(most.points) }
}

const rounded = (points: number) => Math.round(points * WHOLE) / WHOLE

type Changes = NonNullable<SiteReport['changes']>

/** What changed between two crawls, in one sentence. */
export function change({ new_total, fixed_total, unchanged }: Changes): string {
  const some = (count: number) => (count === 0 ? 'none' : number(count))
  const found = new_total === 0 ? 'no findings' : countOf(new_total, 'finding')
  if (new_total + fixed_total === 0)
    return unchanged === 0
      ? 'Nothing was wrong at the earlier crawl, and nothing is now.'
      : `Nothing has changed since the earlier crawl: ${countOf(unchanged, 'finding')} ${unchanged === 1 ? 'remains' : 'remain'}.`
  return `Since the earlier crawl ${found} ${is(new_total)} new, ${some(fixed_total)} ${is(fixed_total)} fixed, and ${some(unchanged)} ${unchanged === 1 ? 'remains' : 'remain'}.`
}

function indexing({ pages: { total, indexable, not_indexable, failed, unknown } }: SiteReport): string {
  if (total === 0) return 'Nothing is known of what search engines can index.'
  const counts = [
    [not_indexable, 'cannot be indexed'],
    [failed, 'failed'],
    [unknown, 'could not be judged'],
  ] as const
  const said = counts.filter(([count]) => count > 0)
  if (total === 1) return `The page ${said[0]?.[1] ?? 'can be indexed'}.`
  if (said.length === 0) return `All ${number(total)} pages can be indexed.`
  const parts = said.map(([count, what]) => `${number(count)} ${what}`)
  const can = `${indexable === 0 ? 'none' : number(indexable)} can be indexed`
  return `Of ${countOf(total, 'page')}, ${[can, ...parts.slice(0, -1)].join(', ')} and ${parts.at(-1)}.`
}

const is = (count: number) => (count === 1 ? 'is' : 'are')
const was = (count: number) => (count === 1 ? 'was' : 'were')
