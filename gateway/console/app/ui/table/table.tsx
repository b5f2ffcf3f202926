import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { formatCount } from '../format.ts'

/** A column of a table. */
export interface Column<Row> {
  readonly title: string
  /** Names the column where the order stands in the address; default: its title. */
  readonly id?: string
  cell(row: Row): ComponentChildren
  /** What the rows are sorted by; a column without it cannot be sorted. Null sorts last. */
  sortBy?(row: Row): string | number | null
  readonly isNumber?: boolean
  /** Whether long content may break anywhere, such as an address. */
  readonly isLong?: boolean
}

export interface DataTableProps<Row> {
  /** What the table shows, for those who hear it. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  rowKey(row: Row, index: number): string | number
  /** What stands in place of an empty table. */
  readonly empty?: ComponentChildren
  /** The order at first: the id of a column, with `-` before it when it descends. */
  readonly sort?: string | null
  /** Called with each order that is chosen, in the form of `sort`. */
  onSort?(sort: string): void
}

/** Rows that are shown at first, and with each click on "Show more". */
const PAGE = 100

/** A table whose columns sort, and which shows the first rows of a long list until more are asked for. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, empty } = props
  const { order, sort } = useOrder(props)
  const [shown, setShown] = useState(PAGE)
  const sorted = useMemo(() => sortedRows(rows, columns, order), [rows, columns, order])
  if (rows.length === 0) return <>{empty ?? <p class="muted">None.</p>}</>
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label={caption}>
      <table class="rows">
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <Heading
                key={column.title}
                column={column}
                order={order?.index === index ? order : null}
                sort={() => sort(index)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, shown).map((row, index) => (
            <tr key={rowKey(row, index)}>
              {columns.map((column) => (
                <td key={column.title} class={classOf(column)} data-title={column.title}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <p class="more">
          {formatCount(shown)} of {formatCount(rows.length)}{' '}
          <button type="button" onClick={() => setShown(shown + PAGE)}>
            Show more
          </button>
        </p>
      )}
    </div>
  )
}

interface Order {
  readonly index: number
  readonly isDescending: boolean
}

function useOrder<Row>({ columns, sort: first = null, onSort }: DataTableProps<Row>) {
  const [order, setOrder] = useState(() => orderOf(columns, first))
  const sort = (index: number) => {
    const next = nextOrder(order, index)
    setOrder(next)
    onSort?.(`${next.isDescending ? '-' : ''}${idOf(columns[index])}`)
  }
  return { order, sort }
}

function orderOf<Row>(columns: readonly Column<Row>[], sort: string | null): Order | null {
  const isDescending = sort?.startsWith('-') ?? false
  const id = isDescending ? sort?.slice(1) : sort
  const index = columns.findIndex((column) => column.sortBy !== undefined && idOf(column) === id)
  return index < 0 ? null : { index, isDescending }
}

function idOf<Row>(column: Column<Row> | undefined): string | undefined {
  return column?.id ?? column?.title
}

function nextOrder(order: Order | null, index: number): Order {
  return { index, isDescending: order?.index === index && !order.isDescending }
}

function Heading<Row>({ column, order, sort }: { column: Column<Row>; order: Order | null; sort(): void }) {
  if (column.sortBy === undefined) {
    return (
      <th scope="col" class={classOf(column)}>
        {column.title}
      </th>
    )
  }
  const state = order === null ? 'none' : order.isDescending ? 'descending' : 'ascending'
  return (
    <th scope="col" class={classOf(column)} aria-sort={state}>
      <button type="button" class="sort" onClick={sort}>
        {column.title}
      </button>
    </th>
  )
}

function classOf({ isNumber, isLong }: Pick<Column<never>, 'isNumber' | 'isLong'>): string | undefined {
  return isNumber ? 'number' : isLong ? 'long' : undefined
}

function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  order: Order | null,
): readonly Row[] {
  const sortBy = order === null ? undefined : columns[order.index]?.sortBy
  if (sortBy === undefined || order === null) return rows
  const sign = order.isDescending ? -1 : 1
  return [...rows].sort((a, b) => compare(sortBy(a), sortBy(b), sign))
}

function compare(a: string | number | null, b: string | number | null, sign: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b)
  return sign * String(a).localeCompare(String(b), 'en')
}
