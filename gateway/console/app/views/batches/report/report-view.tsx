import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { callJson } from '../../../api/client.ts'
import { hrefOf } from '../../../state/address.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Tabs } from '../../../ui/facts.tsx'
import { formatTime, plural } from '../../../ui/format.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { Remark } from '../../../ui/notice.tsx'
import { operationName } from '../../../ui/operation-names.ts'
import { OutsideLink } from '../../../ui/page/address.tsx'
import { shortId } from '../batch.ts'
import { pathOf } from '../calls.tsx'
import { DownloadButton } from '../downloads/download-button.tsx'
import { pagesFile, reportFiles } from '../downloads/downloads.ts'
import { useCostly } from '../live/use-costly.tsx'
import { Changes } from './changes/changes.tsx'
import { IssueList } from './issues/issue-list.tsx'
import { Overview } from './overview/overview.tsx'
import { PagesTab } from './pages/pages-tab.tsx'
import type { ReportProps } from './report-props.ts'

const tabs = [
  ['overview', 'Overview', Overview],
  ['issues', 'Issues', IssueList],
  ['pages', 'Pages', PagesTab],
  ['changes', 'Changes', Changes],
] as const

/** The report on the site of a batch. Address: `#/batches/<id>/report?tab=&compare=&rule=&severity=&category=&text=…`. */
export function ReportView({ id, parameters }: { id: string; parameters: URLSearchParams }) {
  const report = useCostly<SiteReport>((signal) => callJson(pathOf(id, 'report'), { signal }), {
    key: id,
    isLive: true,
    isFinal: ({ complete }) => complete,
  })
  const compare = parameters.get('compare') ?? undefined
  const [tab, , Part] = tabs.find(([name]) => name === parameters.get('tab')) ?? tabs[0]
  const linkTo: ReportProps['linkTo'] = (others) => hrefOf(['batches', id, 'report'], { compare, ...others })
  const links = tabs.map(([name, text]) => [name, text, linkTo({ tab: name })] as const)
  return (
    <>
      <nav class="row" aria-label="Way back">
        <a href="#/batches">All batches</a>
        <a href={hrefOf(['batches', id])}>Progress and results</a>
      </nav>
      <Heading id={id} report={report.data} />
      <Exports id={id} compare={compare} />
      <Tabs label="Parts of the report" tabs={links} current={tab} />
      <Loaded resource={report} lines={16} label="Preparing the report">
        {(data) => (
          <>
            {!data.complete && <SoFar report={data} />}
            <Part report={data} parameters={parameters} linkTo={linkTo} />
          </>
        )}
      </Loaded>
    </>
  )
}

function Heading({ id, report }: { id: string; report: SiteReport | null }) {
  return (
    <div>
      <h1>
        Site report <code>{shortId(id)}</code>
      </h1>
      <p class="muted batch-subject">{report === null ? ' ' : <Subject batch={report.batch} />}</p>
    </div>
  )
}

function Subject({ batch: { operation, state, seeds, created_at } }: Pick<SiteReport, 'batch'>) {
  const [seed] = seeds
  const further = seeds.length - 1
  return (
    <>
      {operationName(operation)} of {seed === undefined ? 'no page' : <OutsideLink url={seed} />}
      {further > 0 &&
        ` and ${further >= 99 ? '99 or more' : further} further ${further === 1 ? 'page' : 'pages'}`}
      , {formatTime(created_at)} <Badge word={state} text={state} />
    </>
  )
}

function SoFar({ report: { batch, pages } }: { report: SiteReport }) {
  const isOver = batch.finished_at !== null
  return (
    <Remark>
      <strong>Preliminary: {plural(pages.total, 'page')} so far.</strong>{' '}
      <span>
        {isOver && 'Sitemaps and links that were not followed are still being checked. '}
        Updates automatically.
      </span>
    </Remark>
  )
}

function Exports({ id, compare }: { id: string; compare: string | undefined }) {
  return (
    <div class="row" role="group" aria-label="Save as a file">
      {reportFiles.map((kind) => (
        <DownloadButton key={kind.ending} id={id} kind={kind} query={{ compare }} />
      ))}
      <DownloadButton id={id} kind={pagesFile} />
    </div>
  )
}
