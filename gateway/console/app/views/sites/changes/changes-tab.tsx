import { hrefOf } from '../../../state/address.ts'
import { Section } from '../../../ui/facts.tsx'
import { Choice } from '../../../ui/form/filter-fields.tsx'
import { formatTime, plural, trimmed } from '../../../ui/format.ts'
import { Empty } from '../../../ui/notice.tsx'
import { Compared } from '../../batches/report/changes/changes.tsx'
import type { SiteTabProps } from '../one/site-tab-props.ts'
import { type CrawlFigures, crawlBefore } from '../site.ts'

/** What changed since the crawl before, or since any other one. */
export function ChangesTab({ id, host, site, report, parameters, linkTo }: SiteTabProps) {
  const history = site?.history ?? []
  const others = history.filter(({ batch }) => batch !== id)
  const compare = parameters.get('compare') ?? crawlBefore(history, id)?.batch ?? ''
  if (others.length === 0 && compare === '') {
    return (
      <Empty title="There is no other crawl of this site to compare with">
        <p>Crawl the site again after a change: what is new, fixed, added and gone stands here.</p>
      </Empty>
    )
  }
  return (
    <>
      <Section title="Changes">
        <Choice
          label="Compare with"
          name="compare"
          value={compare}
          all="Choose a crawl"
          choices={others.map((one) => [one.batch, textOf(one)])}
        />
        <p class="small">
          A finding is the same when its rule, its URL and what it is about are the same. Rules that only one
          of the two crawls could apply are left out.
        </p>
      </Section>
      {compare !== '' && (
        <Compared
          id={id}
          compare={compare}
          isComplete={report.complete}
          parameters={parameters}
          aside={<a href={hrefOf(['sites', host], { crawl: compare })}>Show the other crawl</a>}
          hrefOfList={(list) =>
            linkTo({ tab: 'changes', compare: parameters.get('compare') ?? undefined, list })
          }
        />
      )}
    </>
  )
}

function textOf({ finished_at, score, pages }: CrawlFigures): string {
  const scoreText = score === null ? 'no score' : `score ${trimmed(score, 1)}`
  return `${formatTime(finished_at)}: ${scoreText}, ${plural(pages, 'page')}`
}
