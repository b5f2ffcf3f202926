import { hrefOf } from '../../../state/address.ts'
import { Remark } from '../../../ui/notice.tsx'
import { EarlierCrawls } from './earlier-crawls.tsx'
import type { SiteTabProps } from './site-tab-props.ts'

/** A crawl whose pages are no longer kept, or that is unknown: the figures of the site stay. */
export function GoneCrawl({ id, host, site }: Pick<SiteTabProps, 'id' | 'host' | 'site'>) {
  return (
    <>
      <p>
        <a class="button primary" href={hrefOf(['sites', 'new'], { url: `https://${host}/` })}>
          Crawl again
        </a>
      </p>
      <Remark kind="warn">
        <strong>The pages of this crawl are no longer there.</strong>
        <span>The figures of finished crawls are kept longer. Crawl the site again to see its issues.</span>
      </Remark>
      <EarlierCrawls id={id} host={host} site={site} />
    </>
  )
}
