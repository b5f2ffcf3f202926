import { hrefOf } from '../../../state/address.ts'
import { meaningOfScore } from '../../../ui/badge.tsx'
import { Section } from '../../../ui/facts.tsx'
import { formatTime, trimmed } from '../../../ui/format.ts'
import { Empty } from '../../../ui/notice.tsx'
import { Paged } from '../../../ui/table/paged.tsx'
import { Figures } from '../list/site-rows.tsx'
import type { SiteTabProps } from './site-tab-props.ts'

/** Crawls that are shown at first. */
const SHOWN = 50

/** The finished crawls of the site, the newest first. */
export function EarlierCrawls({ id, host, site }: Pick<SiteTabProps, 'id' | 'host' | 'site'>) {
  if (site === null) {
    return (
      <Empty title="No crawl of this site has finished yet">
        <p>Finished crawls are listed here with their figures.</p>
      </Empty>
    )
  }
  return (
    <Section title="Crawls">
      <Paged items={site.history} size={SHOWN} what="crawls">
        {(shown) => (
          <ul class="plain site-rows">
            {shown.map((crawl) => (
              <li key={crawl.batch}>
                <Score score={crawl.score} />
                <div>
                  <p>
                    <a
                      href={hrefOf(['sites', host], { crawl: crawl.batch })}
                      aria-current={crawl.batch === id ? 'true' : undefined}
                    >
                      {formatTime(crawl.finished_at)}
                    </a>
                    {crawl.batch === id && <span class="small"> shown here</span>}
                  </p>
                  <Figures figures={crawl} />
                </div>
              </li>
            ))}
          </ul>
        )}
      </Paged>
    </Section>
  )
}

function Score({ score }: { score: number | null }) {
  return (
    <p class="site-score">
      {score === null ? (
        <span class="muted">No score</span>
      ) : (
        <strong class={meaningOfScore(score)}>{trimmed(score, 1)}</strong>
      )}
    </p>
  )
}
