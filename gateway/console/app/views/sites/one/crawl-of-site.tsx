import { useEffect, useRef } from 'preact/hooks'
import { findingsOf } from '#shared/operations/results/site-findings.ts'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { callJson } from '../../../api/client.ts'
import { hrefOf } from '../../../state/address.ts'
import { useResource } from '../../../state/resource.ts'
import { Tabs } from '../../../ui/facts.tsx'
import { formatCount } from '../../../ui/format.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { type Batch, isOver } from '../../batches/batch.ts'
import { pathOf } from '../../batches/calls.tsx'
import { statusPollMs } from '../../batches/live/polling.ts'
import { useCostly } from '../../batches/live/use-costly.tsx'
import { IssueList } from '../../batches/report/issues/issue-list.tsx'
import { PagesTab } from '../../batches/report/pages/pages-tab.tsx'
import { ChangesTab } from '../changes/changes-tab.tsx'
import type { SiteHistory } from '../site.ts'
import { EarlierCrawls } from './earlier-crawls.tsx'
import { GoneCrawl } from './gone-crawl.tsx'
import { RunningCrawl } from './running-crawl.tsx'
import { SiteHeading } from './site-heading.tsx'
import type { SiteTabProps } from './site-tab-props.ts'
import { Summary } from './summary.tsx'

const parts = [
  ['issues', 'Issues', IssueList],
  ['pages', 'Pages', PagesTab],
  ['changes', 'Changes', ChangesTab],
  ['crawls', 'Earlier crawls', EarlierCrawls],
] as const

export interface CrawlOfSiteProps {
  readonly id: string
  readonly host: string
  readonly site: SiteHistory | null
  readonly parameters: URLSearchParams
  /** Loads the site anew: a crawl of it has ended. */
  changed(): void
}

/** A crawl of a site, while it goes on and after. */
export function CrawlOfSite({ id, host, site, parameters, changed }: CrawlOfSiteProps) {
  const status = useResource<Batch>((signal) => callJson(pathOf(id), { signal }), {
    key: id,
    pollMs: (batch) => statusPollMs(batch, document.hidden),
  })
  const report = useCostly<SiteReport>((signal) => callJson(pathOf(id, 'report'), { signal }), {
    key: id,
    isLive: true,
    isFinal: ({ complete }) => complete,
  })
  const batch = status.data
  const isMissing = site?.history.every((crawl) => crawl.batch !== id) ?? true
  useUntilListed(batch?.state === 'finished' && report.data?.complete === true && isMissing, changed)
  if (report.error?.status === 404) return <GoneCrawl id={id} host={host} site={site} />
  return (
    <>
      <SiteHeading id={id} host={host} site={site} batch={batch} report={report.data} />
      {status.error !== null && <Loaded resource={status}>{() => null}</Loaded>}
      {batch !== null && !isOver(batch) && <RunningCrawl batch={batch} changed={status.reload} />}
      <Loaded resource={report} lines={16} label="Preparing the report">
        {(data) => (
          <Shown id={id} host={host} site={site} report={data} batch={batch} parameters={parameters} />
        )}
      </Loaded>
    </>
  )
}

/** Milliseconds between two looks whether the crawl is in the history, and looks at most: the comparison with the last one takes time. */
const [LOOK_MS, LOOKS] = [3000, 20]

/** Calls again and again while a crawl that has ended is not among those of the site. */
function useUntilListed(isMissing: boolean, look: () => void): void {
  const looks = useRef(0)
  useEffect(() => {
    if (!isMissing) return
    const timer = setInterval(() => {
      looks.current += 1
      if (looks.current > LOOKS) clearInterval(timer)
      else look()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [isMissing])
}

type ShownProps = Omit<SiteTabProps, 'linkTo'> & { readonly batch: Batch | null }

function Shown(props: ShownProps) {
  const { id, host, site, report, batch, parameters } = props
  const [tab, , Part] = parts.find(([name]) => name === parameters.get('tab')) ?? parts[0]
  const crawl = parameters.get('crawl') ?? undefined
  const linkTo: SiteTabProps['linkTo'] = (others) => hrefOf(['sites', host], { crawl, ...others })
  const counts: Readonly<Record<string, number | undefined>> = {
    issues: findingsOf(report).length,
    pages: report.pages.total,
    crawls: site?.history.length,
  }
  const links = parts.map(([name, text]) => {
    const count = counts[name]
    const shown = count === undefined ? text : `${text} (${formatCount(count)})`
    return [name, shown, linkTo({ tab: name })] as const
  })
  return (
    <>
      <Summary id={id} host={host} site={site} report={report} batch={batch} />
      <Tabs label="Parts of the site" tabs={links} current={tab} />
      <Part {...props} linkTo={linkTo} />
    </>
  )
}
