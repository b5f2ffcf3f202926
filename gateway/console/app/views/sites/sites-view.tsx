import type { ViewProps } from '../../state/address.ts'
import { SiteListView } from './list/site-list-view.tsx'
import { NewCrawlView } from './new/new-crawl-view.tsx'
import { SiteView } from './one/site-view.tsx'

/** All that is below `#/sites`: the list, a new crawl, and a site by its host. */
export function SitesView({ route: { path, parameters } }: ViewProps) {
  const [, host] = path
  if (host === undefined) return <SiteListView parameters={parameters} />
  if (host === 'new') return <NewCrawlView parameters={parameters} />
  return <SiteView key={host} host={host} parameters={parameters} />
}
