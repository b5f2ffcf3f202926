import { formatCount } from '../format.ts'
import { orDash } from './or-dash.tsx'
import type { Column } from './table.tsx'

export interface NumberColumnOptions {
  /** Names the column where the order stands in the address; default: its title. */
  readonly id?: string
  format?(value: number): string
}

/** A column of numbers that sorts by them; a dash for null. */
export function numberColumn<Row>(
  title: string,
  read: (row: Row) => number | null | undefined,
  { id = title, format = formatCount }: NumberColumnOptions = {},
): Column<Row> {
  return {
    title,
    id,
    isNumber: true,
    cell: (row) => orDash(read(row), format),
    sortBy: (row) => read(row) ?? null,
  }
}
