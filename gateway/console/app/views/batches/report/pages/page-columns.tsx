import type { SitePageRow } from '#shared/operations/results/site-report.ts'
import { formatBytes, formatMs, trimmed } from '../../../../ui/format.ts'
import { numberColumn } from '../../../../ui/table/number-column.tsx'
import { orDash } from '../../../../ui/table/or-dash.tsx'
import type { Column } from '../../../../ui/table/table.tsx'
import { PageCell, Score, Status } from '../../results/result-columns.tsx'

type NumberName = {
  [Name in keyof SitePageRow]: SitePageRow[Name] extends number | null ? Name : never
}[keyof SitePageRow]

/** The columns of the pages of a site. Each row leads to its result. */
export function pageColumns(id: string): Column<SitePageRow>[] {
  return [
    {
      title: 'Page',
      id: 'url',
      isLong: true,
      cell: (row) => <PageCell id={id} row={row} />,
      sortBy: ({ url }) => url,
    },
    {
      title: 'Status',
      id: 'status',
      cell: (row) => <Status row={row} />,
      sortBy: ({ status, code }) => code ?? `${status ?? ''}`,
    },
    {
      title: 'Indexable',
      id: 'indexable',
      cell: ({ indexable }) => orDash(indexable, (is) => (is ? 'yes' : 'no')),
      sortBy: ({ indexable }) => (indexable === null ? null : Number(indexable)),
    },
    number('Depth', 'depth'),
    {
      title: 'Score',
      id: 'overall',
      isNumber: true,
      cell: ({ overall }) => <Score score={overall} />,
      sortBy: ({ overall }) => overall,
    },
    number('Issues', 'issues'),
    number('Links in', 'inlinks'),
    number('Links out', 'outlinks'),
    number('Link score', 'link_score', (value) => trimmed(value, 1)),
    number('Words', 'words'),
    number('Size', 'bytes', formatBytes),
    number('Time', 'ms', formatMs),
  ]
}

function number(title: string, name: NumberName, format?: (value: number) => string): Column<SitePageRow> {
  return numberColumn(title, (row) => row[name], { id: name, ...(format && { format }) })
}
