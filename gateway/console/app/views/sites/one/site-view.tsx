import { hrefOf } from '../../../state/address.ts'
import { useResource } from '../../../state/resource.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { Empty } from '../../../ui/notice.tsx'
import type { ListedBatch } from '../../batches/batch.ts'
import { readFinished, readRunning, readSite } from '../calls.tsx'
import { crawlsOf, type SiteHistory } from '../site.ts'
import { CrawlOfSite } from './crawl-of-site.tsx'
import { HostHeading } from './host-heading.tsx'

/** What an id may be; anything else could lead to another path of the service. */
const ID = /^[\w-]+$/

interface Known {
  readonly site: SiteHistory | null
  /** Crawls under way; without any history also finished ones, which get into it a moment after their end. */
  readonly crawls: readonly ListedBatch[]
}

export interface SiteViewProps {
  readonly host: string
  readonly parameters: URLSearchParams
}

/**
 * A site by its host: the crawl under way, else the last one, or the one that `crawl` names. Address:
 * `#/sites/<host>?crawl=&tab=issues|pages|changes|crawls…`.
 */
export function SiteView({ host, parameters }: SiteViewProps) {
  const known = useResource<Known>((signal) => load(host, signal), { key: host })
  const asked = parameters.get('crawl') ?? ''
  return (
    <>
      <HostHeading host={host} />
      <Loaded resource={known} lines={16} label="Loading the site">
        {({ site, crawls }) => {
          const id = ID.test(asked) ? asked : (crawls[0]?.id ?? site?.last.batch)
          return id === undefined ? (
            <NoCrawl host={host} />
          ) : (
            <CrawlOfSite
              key={id}
              id={id}
              host={host}
              site={site}
              parameters={parameters}
              changed={known.reload}
            />
          )
        }}
      </Loaded>
    </>
  )
}

async function load(host: string, signal: AbortSignal): Promise<Known> {
  const [site, running] = await Promise.all([readSite(host, signal), readRunning(signal)])
  const crawls = crawlsOf(running, host)
  if (site !== null || crawls.length > 0) return { site, crawls }
  return { site, crawls: crawlsOf(await readFinished(signal), host) }
}

function NoCrawl({ host }: { host: string }) {
  return (
    <Empty title="This site has not been crawled yet">
      <p>A crawl follows the links of the site, audits every page, and shows what is wrong first.</p>
      <p>
        <a class="button primary" href={hrefOf(['sites', 'new'], { url: `https://${host}/` })}>
          New crawl
        </a>
      </p>
    </Empty>
  )
}
