import { Bar } from '../../../../ui/badge.tsx'
import { formatCount, trimmed } from '../../../../ui/format.ts'
import type { BarRow } from '../bars.ts'

export interface BarTableProps {
  readonly title: string
  readonly rows: readonly BarRow[]
  meaningOf?(row: BarRow): string
  textOf?(row: BarRow): string
}

/** Figures by name, each with a bar. */
export function BarTable({
  title,
  rows,
  meaningOf = () => 'info',
  textOf = ({ label }) => label,
}: BarTableProps) {
  if (rows.length === 0) return null
  return (
    <div>
      <h3>{title}</h3>
      <table class="bars">
        <caption class="hidden">{title}</caption>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">{textOf(row)}</th>
              <td class="bar-cell">
                <Bar share={row.share} meaning={meaningOf(row)} />
              </td>
              <td class="number">
                {Number.isInteger(row.count) ? formatCount(row.count) : trimmed(row.count, 1)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
