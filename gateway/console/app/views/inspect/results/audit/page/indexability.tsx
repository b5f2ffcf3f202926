import { Facts, Section } from '../../../../../ui/facts.tsx'
import { formatCount } from '../../../../../ui/format.ts'
import { Remark } from '../../../../../ui/notice.tsx'
import { OutsideLink } from '../../../../../ui/page/address.tsx'
import { PageText } from '../../../../../ui/page/page-text.tsx'
import { Paged } from '../../../../../ui/table/paged.tsx'
import {
  canonicalInWords,
  type Indexability,
  indexabilityInWords,
  robotsInWords,
} from './indexability-words.ts'

/** Whether the page may be indexed, why not, and what its canonical address and its robots rules are. */
export function IndexabilityPart({ indexability }: { indexability: Indexability }) {
  const { kind, title, reason } = indexabilityInWords(indexability)
  const { robots_txt, canonical, sitemaps } = indexability
  return (
    <Section title="Indexability">
      <Remark kind={kind}>
        <strong>{title}</strong>
        <p>
          <PageText text={reason} max={600} />
        </p>
      </Remark>
      <Facts
        items={[
          ['Canonical', canonicalInWords(canonical)],
          ['Canonical URL', canonical && <OutsideLink url={canonical.href} />],
          [
            'robots.txt',
            <>
              {robotsInWords(robots_txt)} {textOf(robots_txt.matched_rule)}
            </>,
          ],
          ['URL of robots.txt', <OutsideLink url={robots_txt.url} />],
          [
            'Crawl delay',
            robots_txt.crawl_delay === null ? null : `${formatCount(robots_txt.crawl_delay)} s`,
          ],
          ['Robots in the page', textOf(indexability.meta_robots)],
          ['X-Robots-Tag', textOf(indexability.x_robots_tag)],
          ['Both together', textOf(indexability.robots_effective)],
        ]}
      />
      {sitemaps.length > 0 && <Sitemaps sitemaps={sitemaps} />}
    </Section>
  )
}

function Sitemaps({ sitemaps }: { sitemaps: readonly string[] }) {
  return (
    <>
      <h3>Sitemaps</h3>
      <Paged items={sitemaps} size={20} what="sitemaps">
        {(shown) => (
          <ul>
            {shown.map((url) => (
              <li key={url}>
                <OutsideLink url={url} />
              </li>
            ))}
          </ul>
        )}
      </Paged>
    </>
  )
}

function textOf(text: string | null) {
  return text === null ? null : <PageText text={text} isCode />
}
