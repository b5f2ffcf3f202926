import type { SitePageRow } from '#shared/operations/results/site-report.ts'
import { explain } from '../../../api/remedies.ts'
import { hrefOf } from '../../../state/address.ts'
import { meaningOfScore } from '../../../ui/badge.tsx'
import { formatCount, formatMs, trimmed } from '../../../ui/format.ts'
import { AddressLink } from '../../../ui/page/address.tsx'
import { withVisibleMarks } from '../../../ui/page/control-marks.ts'
import { orDash } from '../../../ui/table/or-dash.tsx'
import type { Column } from '../../../ui/table/table.tsx'

/** The columns of a table of results. Each row leads to its result. */
export function resultColumns(id: string): Column<SitePageRow>[] {
  return [
    { title: 'No.', isNumber: true, cell: ({ n }) => formatCount(n) },
    {
      title: 'Page',
      isLong: true,
      cell: (row) => <PageCell id={id} row={row} />,
    },
    { title: 'Status', cell: (row) => <Status row={row} /> },
    { title: 'Score', isNumber: true, cell: ({ overall }) => <Score score={overall} /> },
    { title: 'Issues', isNumber: true, cell: ({ issues }) => orDash(issues, formatCount) },
    { title: 'Time', isNumber: true, cell: ({ ms }) => orDash(ms, formatMs) },
  ]
}

/** A page of a batch: its address, which leads to its result, and its title. */
export function PageCell({ id, row: { n, url, title } }: { id: string; row: SitePageRow }) {
  return (
    <>
      <AddressLink href={hrefOf(['batches', id, 'results', `${n}`])} text={url} />
      <p class="one-line small">{title === null ? '\u00a0' : <bdi>{withVisibleMarks(title)}</bdi>}</p>
    </>
  )
}

/** The HTTP status, or the failure in the words of the API and of a person. */
export function Status({ row: { status, code } }: { row: Pick<SitePageRow, 'status' | 'code'> }) {
  if (code === null)
    return <span class={status !== null && status >= 400 ? 'bad' : undefined}>{status ?? '–'}</span>
  return (
    <>
      <code class="bad">{code}</code>
      <p class="small">{explain({ code }).title}</p>
    </>
  )
}

/** A score from 0 to 100 with the colour of its meaning. */
export function Score({ score }: { score: number | null }) {
  return (
    <>
      {orDash(score, (value) => (
        <span class={meaningOfScore(value)}>{trimmed(value, 1)}</span>
      ))}
    </>
  )
}
