import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { formatCount } from '../../../../ui/format.ts'
import { OutsideLink } from '../../../../ui/page/address.tsx'
import { PageText } from '../../../../ui/page/page-text.tsx'
import { orDash } from '../../../../ui/table/or-dash.tsx'
import { type Column, DataTable } from '../../../../ui/table/table.tsx'
import { type ItemWords, itemWords } from '../item-words.ts'

/** Entries of a long list that are shown at first. */
const SHOWN = 3

/** Items of an issue, the first hundred at first. Columns that no item needs are left out. */
export function ItemTable({ caption, items }: { caption: string; items: readonly object[] }) {
  const rows = items.map(itemWords)
  const columns = [
    ...(rows.some(({ value }) => value !== null) ? [valueColumn] : []),
    urlColumn,
    ...(rows.some(({ details }) => details.length > 0) ? [detailColumn] : []),
    ...(rows.some(({ sources }) => sources.length > 0) ? [sourceColumn] : []),
  ]
  return <DataTable caption={caption} columns={columns} rows={rows} rowKey={(_, index) => index} />
}

const valueColumn: Column<ItemWords> = {
  title: 'In common',
  isLong: true,
  cell: ({ value }) => orDash(value, textOf),
  sortBy: ({ value }) => value,
}

const urlColumn: Column<ItemWords> = {
  title: 'URLs',
  isLong: true,
  cell: ({ urls, total }) => (
    <Some entries={urls.map((url) => <OutsideLink key={url} url={url} />)} total={total} />
  ),
  sortBy: ({ urls }) => urls[0] ?? null,
}

const detailColumn: Column<ItemWords> = {
  title: 'Details',
  isLong: true,
  cell: ({ details }) => textOf(details.join(', ')),
  sortBy: ({ details }) => details[0] ?? null,
}

const sourceColumn: Column<ItemWords> = {
  title: 'Linked from',
  isLong: true,
  cell: ({ sources, sourcesTotal }) => (
    <Some
      entries={sources.map(({ url, text }) => (
        <>
          <OutsideLink url={url} /> {text !== '' && <span class="muted">“{textOf(text)}”</span>}
        </>
      ))}
      total={sourcesTotal}
    />
  ),
  sortBy: ({ sourcesTotal }) => sourcesTotal,
}

function textOf(text: string) {
  return <PageText text={text} />
}

/** The first entries of a list, with a button for those that are there; `total` may be more. */
export function Some({ entries, total }: { entries: readonly ComponentChildren[]; total: number }) {
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? entries : entries.slice(0, SHOWN)
  const hidden = total - shown.length
  return (
    <ul class="plain">
      {shown.map((entry, index) => (
        <li key={index}>{entry}</li>
      ))}
      {hidden > 0 && (
        <li class="small">
          {entries.length > shown.length ? (
            <button type="button" class="quiet" onClick={() => setOpen(true)}>
              {formatCount(hidden)} more
            </button>
          ) : (
            `and ${formatCount(hidden)} more`
          )}
        </li>
      )}
    </ul>
  )
}

export interface ElementCellProps {
  readonly selector: string | null
  readonly snippet: string | null
}

/** An element of a page: where it is, and how it begins. */
export function ElementCell({ selector, snippet }: ElementCellProps) {
  if (selector === null && snippet === null) return <span class="muted">–</span>
  return (
    <>
      {selector !== null && <PageText text={selector} isCode />}
      {snippet !== null && (
        <p class="snippet">
          <PageText text={snippet} isCode />
        </p>
      )}
    </>
  )
}
