import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { Badge } from '../../../../../ui/badge.tsx'
import { Facts, Section } from '../../../../../ui/facts.tsx'
import { formatCount } from '../../../../../ui/format.ts'
import { OutsideLink } from '../../../../../ui/page/address.tsx'
import { PageText } from '../../../../../ui/page/page-text.tsx'
import { orDash } from '../../../../../ui/table/or-dash.tsx'
import { type Column, DataTable } from '../../../../../ui/table/table.tsx'

type Media = NonNullable<SeoAuditResult['media']>
type Image = Media['images'][number]

/** Images, videos and frames of the page. */
export function MediaPart({ media }: { media: Media }) {
  const { summary } = media
  return (
    <Section title="Media">
      <Facts
        items={[
          ['Images', formatCount(summary.total)],
          ['Without alt', formatCount(summary.without_alt)],
          ['Without width and height', formatCount(summary.without_dimensions)],
          ['Loaded late (lazy)', formatCount(summary.lazy)],
          ['Broken', formatCount(summary.broken)],
          ['Videos', formatCount(media.videos)],
          ['Audios', formatCount(media.audios)],
          ['Frames', formatCount(media.iframes)],
        ]}
      />
      {media.images.length > 0 && (
        <details>
          <summary>All images{media.truncated && ' that a response lists'}</summary>
          <DataTable caption="Images" columns={columns} rows={media.images} rowKey={(_, index) => index} />
        </details>
      )}
    </Section>
  )
}

const columns: readonly Column<Image>[] = [
  {
    title: 'URL',
    isLong: true,
    cell: ({ url }) => orDash(url, (shown) => <OutsideLink url={shown} />),
    sortBy: ({ url }) => url,
  },
  {
    title: 'Alt',
    isLong: true,
    cell: ({ alt }) =>
      alt === null ? <Badge word="warning" text="none" /> : alt === '' ? 'empty' : <PageText text={alt} />,
    sortBy: ({ alt }) => alt,
  },
  { title: 'Width', isNumber: true, cell: ({ width }) => textOf(width) },
  { title: 'Height', isNumber: true, cell: ({ height }) => textOf(height) },
  { title: 'Loading', cell: ({ loading }) => textOf(loading), sortBy: ({ loading }) => loading },
  {
    title: 'Status',
    cell: ({ status, is_broken }) =>
      is_broken ? <Badge word="error" text={`${status ?? 'broken'}`} /> : (status ?? 'not checked'),
    sortBy: ({ status }) => status,
  },
  {
    title: 'Type',
    cell: ({ content_type }) => textOf(content_type),
    sortBy: ({ content_type }) => content_type,
  },
]

function textOf(text: string | null) {
  return orDash(text, (shown) => <PageText text={shown} max={60} />)
}
