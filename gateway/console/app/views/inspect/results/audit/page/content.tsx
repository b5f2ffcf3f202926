import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { Facts, Section } from '../../../../../ui/facts.tsx'
import { formatBytes, formatCount, plural } from '../../../../../ui/format.ts'
import { PageText } from '../../../../../ui/page/page-text.tsx'
import { Paged } from '../../../../../ui/table/paged.tsx'
import { headingCounts } from '../../heading-counts.ts'
import { outlineOf } from './outline.ts'

type Content = NonNullable<SeoAuditResult['content']>
type Metrics = NonNullable<SeoAuditResult['metrics']>

/** What the page says: its language, its amount of text, its headings as an outline. */
export function ContentPart({ content }: { content: Content }) {
  return (
    <Section title="Content">
      <Facts
        items={[
          ['Language', content.language && <PageText text={content.language} />],
          ['Kind', content.content_type],
          ['Words', formatCount(content.word_count)],
          ['Time to read', plural(content.read_time_min, 'minute')],
          ['Structured data', content.has_schema ? 'yes' : 'no'],
        ]}
      />
      <h3>Outline</h3>
      {content.headings.length === 0 ? (
        <p class="muted">The page has no headings.</p>
      ) : (
        <Outline content={content} />
      )}
    </Section>
  )
}

function Outline({ content: { headings, headings_truncated } }: { content: Content }) {
  return (
    <>
      <Paged items={outlineOf(headings)} size={25} what="headings">
        {(shown) => (
          <ol class="plain outline">
            {shown.map(({ tag, text, level, remark }, index) => (
              <li key={index} class={`level-${level}`}>
                <code>{tag}</code>{' '}
                {text === '' ? <span class="muted">(empty)</span> : <PageText text={text} max={160} />}
                {remark !== null && <span class="warn small"> {remark}</span>}
              </li>
            ))}
          </ol>
        )}
      </Paged>
      {headings_truncated && <p class="small">The page has more headings than a response lists.</p>}
    </>
  )
}

/** Counts and lengths of the page. */
export function MetricsPart({ metrics }: { metrics: Metrics }) {
  const { headings, links, images } = metrics
  return (
    <Section title="Metrics">
      <Facts
        items={[
          ['Title', plural(metrics.title_length, 'character')],
          ['Description', plural(metrics.description_length, 'character')],
          ['Words', formatCount(metrics.word_count)],
          ['Text', formatBytes(metrics.body_text_bytes)],
          ['HTML', formatBytes(metrics.html_bytes)],
          ['Headings', headingsInWords(headings)],
          [
            'Links',
            `${formatCount(links.total)}: ${formatCount(links.internal)} internal, ${formatCount(links.external)} external, ${formatCount(links.broken)} broken`,
          ],
          [
            'Images',
            `${formatCount(images.total)}: ${formatCount(images.with_alt)} with alt, ${formatCount(images.without_alt)} without`,
          ],
        ]}
      />
    </Section>
  )
}

function headingsInWords({ total, ...levels }: Metrics['headings']): string {
  const words = headingCounts(levels)
  return formatCount(total) + (words && `: ${words}`)
}
