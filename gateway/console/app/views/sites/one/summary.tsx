import { findingsOf } from '#shared/operations/results/site-findings.ts'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { explain } from '../../../api/remedies.ts'
import { hrefOf } from '../../../state/address.ts'
import { Badge, ScoreRing } from '../../../ui/badge.tsx'
import { formatCount, plural, trimmed } from '../../../ui/format.ts'
import { PageText } from '../../../ui/page/page-text.tsx'
import type { Batch } from '../../batches/batch.ts'
import { Failures } from '../../batches/one/failures.tsx'
import { countOf } from '../../batches/report/issues/issues.ts'
import { lastMove } from '../course/course.ts'
import { Course } from '../course/course.tsx'
import type { CrawlFigures, SiteHistory } from '../site.ts'
import { costliestOf } from './costliest.ts'
import type { SiteTabProps } from './site-tab-props.ts'

type SummaryProps = Omit<SiteTabProps, 'parameters' | 'linkTo'> & { readonly batch: Batch | null }

/** Whether the site is good, what costs most, and what changed. */
export function Summary({ id, host, site, report, batch }: SummaryProps) {
  const isAllFailed = report.complete && report.score === null && report.pages.failed > 0
  return (
    <>
      <section class={`panel ${report.score === null ? '' : 'site-summary'}`} aria-label="Summary">
        {report.score !== null && (
          <ScoreRing score={report.score.overall} label="Score of the site" size={80} />
        )}
        <div class="stack tight">
          <ScoreLine id={id} site={site} report={report} />
          <Costly report={report} />
          <Figures id={id} host={host} site={site} report={report} />
        </div>
      </section>
      {isAllFailed && batch !== null && <Failures batch={batch} isKept={false} />}
    </>
  )
}

type LineProps = Pick<SummaryProps, 'id' | 'site' | 'report'>

function ScoreLine({ id, site, report }: LineProps) {
  const isLast = site?.last.batch === id
  const move = site !== null && isLast && report.score !== null ? lastMove(site.scores) : null
  return (
    <p class="row">
      {!report.complete && <Badge word="info" text="Preliminary" />}
      <strong>
        {report.score === null ? 'No score' : `Score ${trimmed(report.score.overall, 1)} of 100`}
      </strong>
      {move !== null && <span class="small">{move} since the crawl before</span>}
      {site !== null && isLast && <Course scores={site.scores} />}
    </p>
  )
}

/** One sentence on what takes most points. */
function Costly({ report }: Pick<LineProps, 'report'>) {
  const { score, pages, complete } = report
  if (score === null)
    return <p>{complete ? noScoreText(pages) : 'No page that can be indexed was read so far.'}</p>
  const most = costliestOf(report)
  if (most === null) return <p>No points lost.</p>
  return (
    <p>
      Costs most: <PageText text={most.what} />{' '}
      <span class="nowrap">(−{trimmed(most.points, 1)} points)</span>
      {most.aboveAll !== null && (
        <>
          , above all <q>{most.aboveAll}</q>
        </>
      )}
    </p>
  )
}

function noScoreText({ total, failed, by_code }: SiteReport['pages']): string {
  const [worst] = Object.entries(by_code).sort(([, a], [, b]) => b - a)
  if (total === 0) return 'No page was found.'
  if (worst === undefined || failed < total) return 'No page that can be indexed was read.'
  return `No page could be read. ${explain({ code: worst[0] }).title}.`
}

function Figures({ id, host, site, report }: Omit<SummaryProps, 'batch'>) {
  const issues = findingsOf(report)
  const errors = countOf(issues, 'error')
  const { total, indexable, not_indexable } = report.pages
  const crawl = site?.last.batch === id ? undefined : id
  const linkTo = (parameters: Record<string, string>) => hrefOf(['sites', host], { crawl, ...parameters })
  return (
    <p class="figures-line">
      <a href={linkTo({ tab: 'pages' })}>{plural(total, 'page')}</a>
      <a href={linkTo({ tab: 'pages', indexable: 'true' })}>{formatCount(indexable)} indexable</a>
      <a href={linkTo({ tab: 'pages', indexable: 'false' })}>{formatCount(not_indexable)} not indexable</a>
      <span class={errors > 0 ? 'bad' : undefined}>{plural(errors, 'error')}</span>
      <span>{plural(issues.length, 'issue')}</span>
      <Changed figures={figuresOf(site, id)} href={linkTo({ tab: 'changes' })} />
    </p>
  )
}

function figuresOf(site: SiteHistory | null, id: string): CrawlFigures | undefined {
  return site?.history.find(({ batch }) => batch === id)
}

/** What changed since the crawl before, where there is one. */
function Changed({ figures, href }: { figures: CrawlFigures | undefined; href: string }) {
  const [added, fixed] = [figures?.new ?? null, figures?.fixed ?? null]
  if (added === null || fixed === null) return null
  return (
    <a href={href}>
      {formatCount(added)} new, {formatCount(fixed)} fixed
    </a>
  )
}
