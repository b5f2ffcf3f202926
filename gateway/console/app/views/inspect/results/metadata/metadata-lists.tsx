import type {
  IconResult,
  ImageResult,
  LinkResult,
  MetadataResult,
} from '#shared/operations/results/metadata-result.ts'
import { Section } from '../../../../ui/facts.tsx'
import { OutsideLink } from '../../../../ui/page/address.tsx'
import { PageImage } from '../../../../ui/page/page-image.tsx'
import { PageText } from '../../../../ui/page/page-text.tsx'
import { numberColumn } from '../../../../ui/table/number-column.tsx'
import { orDash } from '../../../../ui/table/or-dash.tsx'
import { type Column, DataTable } from '../../../../ui/table/table.tsx'

/** Pictures in tables are asked for in this width, in pixels. */
const THUMBNAIL = 96

const address = { title: 'URL', isLong: true } as const

const iconColumns: readonly Column<IconResult>[] = [
  { title: 'Icon', cell: ({ url }) => <PageImage url={url} width={32} alt="" class="icon" /> },
  { title: 'rel', cell: ({ rel }) => textOf(rel), sortBy: ({ rel }) => rel },
  { title: 'Sizes', cell: ({ sizes }) => orDash(sizes, textOf) },
  { title: 'Type', cell: ({ type }) => orDash(type, textOf) },
  { ...address, cell: ({ url }) => <OutsideLink url={url} /> },
]

const imageColumns: readonly Column<ImageResult>[] = [
  { title: 'Image', cell: ({ url }) => <PageImage url={url} width={THUMBNAIL} alt="" class="thumbnail" /> },
  {
    title: 'Alternative text',
    isLong: true,
    cell: ({ alt }) => <Alternative alt={alt} />,
    sortBy: ({ alt }) => alt,
  },
  numberColumn('Width', ({ width }) => width, { format: String }),
  numberColumn('Height', ({ height }) => height, { format: String }),
  { ...address, cell: ({ url }) => <OutsideLink url={url} />, sortBy: ({ url }) => url },
]

const linkColumns: readonly Column<LinkResult>[] = [
  { ...address, cell: ({ href }) => <OutsideLink url={href} />, sortBy: ({ href }) => href },
  { title: 'Type', cell: ({ type }) => textOf(type), sortBy: ({ type }) => type },
  { title: 'rel', cell: ({ rel }) => orDash(rel, textOf), sortBy: ({ rel }) => rel },
  {
    title: 'Other domain',
    cell: ({ external }) => (external ? 'yes' : 'no'),
    sortBy: ({ external }) => String(external),
  },
]

/** Icons of the page. */
export function Icons({ result: { icons } }: { result: MetadataResult }) {
  return <List title="Icons" rows={icons} columns={iconColumns} isCut={false} />
}

/** Images of the page. */
export function Images({ result: { images, truncated } }: { result: MetadataResult }) {
  return <List title="Images" rows={images} columns={imageColumns} isCut={truncated?.images === true} />
}

/** Links of the page. */
export function Links({ result: { links, truncated } }: { result: MetadataResult }) {
  return <List title="Links" rows={links} columns={linkColumns} isCut={truncated?.links === true} />
}

function textOf(text: string) {
  return <PageText text={text} />
}

interface ListProps<Row> {
  readonly title: string
  readonly rows: readonly Row[] | undefined
  readonly columns: readonly Column<Row>[]
  readonly isCut: boolean
}

function List<Row>({ title, rows, columns, isCut }: ListProps<Row>) {
  if (rows === undefined) return null
  return (
    <Section
      title={title}
      aside={<span class="small">{isCut ? `The first ${rows.length}; the page has more` : rows.length}</span>}
    >
      <DataTable caption={title} columns={columns} rows={rows} rowKey={(_, index) => index} />
    </Section>
  )
}

function Alternative({ alt }: { alt: string | null }) {
  if (alt === null) return <span class="bad">missing</span>
  return alt === '' ? <span class="muted">empty: decoration</span> : textOf(alt)
}
