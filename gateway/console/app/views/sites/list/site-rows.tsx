import { hrefOf } from '../../../state/address.ts'
import { Badge, Bar, meaningOfScore } from '../../../ui/badge.tsx'
import { formatAgo, formatCount, formatTime, plural, trimmed } from '../../../ui/format.ts'
import { AddressLink } from '../../../ui/page/address.tsx'
import { endedOf, type ListedBatch, shareOf } from '../../batches/batch.ts'
import { lastMove } from '../course/course.ts'
import { Course } from '../course/course.tsx'
import type { CrawlFigures, SiteRow } from '../site.ts'

/** A row of two lines for each host. */
export function SiteRows({ rows }: { rows: readonly SiteRow[] }) {
  return (
    <ul class="plain site-rows">
      {rows.map((row) => (
        <Row key={row.host} row={row} />
      ))}
    </ul>
  )
}

function Row({ row: { host, site, running } }: { row: SiteRow }) {
  const move = site && lastMove(site.scores)
  return (
    <li>
      <p class="site-score">
        <ScoreText score={site?.last.score ?? null} />
        {move !== null && <span class="small">{move}</span>}
      </p>
      <div class="stack tight">
        <p>
          <AddressLink href={hrefOf(['sites', host])} text={host} />
        </p>
        {site !== null && <Figures figures={site.last} crawls={site.crawls} />}
        {running !== null && <Running batch={running} />}
      </div>
      {site !== null && <Course scores={site.scores} />}
    </li>
  )
}

function ScoreText({ score }: { score: number | null }) {
  if (score === null) return <span class="muted">No score</span>
  return (
    <>
      <span class="hidden">Score </span>
      <strong class={meaningOfScore(score)}>{trimmed(score, 1)}</strong>
    </>
  )
}

/** The figures of a crawl in one line. */
export function Figures({ figures, crawls }: { figures: CrawlFigures; crawls?: number }) {
  const { pages, not_indexable, errors, finished_at } = figures
  const [added, fixed] = [figures.new ?? null, figures.fixed ?? null]
  return (
    <p class="small figures-line">
      <span>{plural(pages, 'page')}</span>
      <span>{formatCount(not_indexable)} not indexable</span>
      <span class={errors > 0 ? 'bad' : undefined}>{plural(errors, 'error')}</span>
      {added !== null && <span class={added > 0 ? 'warn' : undefined}>{formatCount(added)} new</span>}
      {fixed !== null && <span class={fixed > 0 ? 'good' : undefined}>{formatCount(fixed)} fixed</span>}
      {crawls !== undefined && <span>{plural(crawls, 'crawl')}</span>}
      <time dateTime={finished_at} title={formatTime(finished_at)}>
        {formatAgo(finished_at)}
      </time>
    </p>
  )
}

function Running({ batch }: { batch: ListedBatch }) {
  return (
    <div class="site-running">
      <Badge word={batch.state} text={batch.state} />
      <Bar share={shareOf(batch)} />
      <span class="small">
        {formatCount(endedOf(batch.counts))} of {plural(batch.counts.accepted, 'known page')}
      </span>
    </div>
  )
}
