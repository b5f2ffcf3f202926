import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { hrefOf } from '../../../state/address.ts'
import { formatTime } from '../../../ui/format.ts'
import { operationName } from '../../../ui/operation-names.ts'
import { type Batch, isOver } from '../../batches/batch.ts'
import { ReportButton } from '../report/report-dialog.tsx'
import { crawlBefore, type SiteHistory } from '../site.ts'

interface SiteHeadingProps {
  readonly id: string
  readonly host: string
  readonly site: SiteHistory | null
  readonly batch: Batch | null
  readonly report: SiteReport | null
}

/** Which crawl is shown, and what can be done. */
export function SiteHeading({ id, host, site, batch, report }: SiteHeadingProps) {
  const url = batch?.first_url ?? report?.batch.seeds[0] ?? `https://${host}/`
  const compare = crawlBefore(site?.history ?? [], id)?.batch
  return (
    <div class="row spread site-heading">
      <p class="small">{batch !== null && <Which batch={batch} site={site} host={host} />}</p>
      <p class="row">
        <a class="button" href={hrefOf(['sites', 'new'], { url, again: id, operation: batch?.operation })}>
          Crawl again
        </a>
        <ReportButton id={id} host={host} compare={compare} />
      </p>
    </div>
  )
}

type WhichProps = Pick<SiteHeadingProps, 'site' | 'host'> & { readonly batch: Batch }

function Which({ batch, site, host }: WhichProps) {
  const isLast = site === null || site.last.batch === batch.id || !isOver(batch)
  return (
    <>
      {operationName(batch.operation)}, {formatTime(batch.finished_at ?? batch.created_at)}
      {!isLast && (
        <>
          {' '}
          (an earlier crawl). <a href={hrefOf(['sites', host])}>Show the last one</a>
        </>
      )}
    </>
  )
}
