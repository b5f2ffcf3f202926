import type { IsolatedWorld } from '../../tab/isolated-world.ts'
import type { Tab } from '../../tab/tab.ts'
import { launchedContext, readPageContext } from '../conditions/page-context.ts'
import { describeDocument } from '../document/describe-document.ts'
import { describeImages } from '../images/images.ts'
import type { Instruments } from '../instruments.ts'
import type { LoadedPage } from '../load.ts'
import type { OptionalMetrics } from '../optional-metrics.ts'
import { readPreconnects } from '../requests/preconnects.ts'
import type { TimeFor } from './time-limits.ts'

/** Describes what the page shows, and its hints; empty or null where a part is missing. `world`: null when the page is unresponsive. */
export async function describeShownPage(
  tab: Tab,
  world: IsolatedWorld | null,
  { imageSizes }: Instruments,
  { document: { lcp } }: LoadedPage,
  { measureInPage }: OptionalMetrics,
  timeFor: TimeFor,
) {
  const lcpUrl = lcp?.attribution.url
  const readContext = async () => (world === null ? launchedContext : readPageContext(world))
  const findImages = () => describeImages(tab, typeof lcpUrl === 'string' ? lcpUrl : null, imageSizes)
  return {
    context: await measureInPage('page_context', timeFor('page'), readContext, launchedContext),
    images: await measureInPage('images', timeFor('images'), findImages, []),
    document: await measureInPage('document', timeFor('document'), () => describeDocument(tab), null),
    preconnects: await measureInPage('preconnects', timeFor('page'), () => readPreconnects(tab), null),
  }
}
