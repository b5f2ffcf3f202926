import { formatCount } from '../../../../ui/format.ts'
import { OutsideLink } from '../../../../ui/page/address.tsx'
import { PageText } from '../../../../ui/page/page-text.tsx'
import { type Column, DataTable } from '../../../../ui/table/table.tsx'
import { itemWords } from '../item-words.ts'
import { type Change, ruleOf } from './change-lists.ts'

export interface ChangeTableProps {
  readonly caption: string
  readonly changes: readonly Change[]
  /** Titles of rules, as far as they are known, by id. */
  readonly titles: ReadonlyMap<string, string>
}

/** Findings that came or went, by rule and address. */
export function ChangeTable({ caption, changes, titles }: ChangeTableProps) {
  return (
    <DataTable
      caption={caption}
      columns={columnsOf(titles)}
      rows={changes}
      rowKey={(_, index) => index}
      empty={<p class="muted">None.</p>}
    />
  )
}

function columnsOf(titles: ReadonlyMap<string, string>): Column<Change>[] {
  return [
    { title: 'Where', isLong: true, cell: (change) => <Where change={change} />, sortBy: urlOf },
    {
      title: 'Rule',
      isLong: true,
      cell: (change) => <RuleName id={ruleOf(change)} title={titles.get(ruleOf(change))} />,
      sortBy: ruleOf,
    },
  ]
}

function RuleName({ id, title }: { id: string; title: string | undefined }) {
  return title === undefined ? (
    <code>{id}</code>
  ) : (
    <>
      {title} <code class="small">{id}</code>
    </>
  )
}

function Where({ change }: { change: Change }) {
  const { value, urls, total, details } = itemWords(change)
  const [url] = urls
  return (
    <>
      {value !== null && (
        <>
          “<PageText text={value} />”{' '}
        </>
      )}
      {url !== undefined && <OutsideLink url={url} />}
      {total > 1 && ` and ${formatCount(total - 1)} more`}
      {details.map((detail) => (
        <span key={detail} class="small">
          {' '}
          <PageText text={detail} />
        </span>
      ))}
    </>
  )
}

function urlOf(change: Change): string | null {
  return itemWords(change).urls[0] ?? null
}
