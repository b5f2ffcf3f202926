import type { ComponentChildren } from 'preact'

/** A row of cells; the first names the row. */
export type Cells = readonly ComponentChildren[]

export interface SumTableProps {
  readonly caption: string
  /** The columns; those after the first hold numbers unless their name is in `texts`. */
  readonly columns: readonly string[]
  readonly texts?: readonly string[]
  readonly rows: readonly Cells[]
  /** What the rows add up to, below them. */
  readonly sums?: readonly Cells[]
}

/** A small table whose last rows are sums of those above. */
export function SumTable({ caption, columns, texts = [], rows, sums = [] }: SumTableProps) {
  const classes = columns.map((name, index) => (index === 0 || texts.includes(name) ? 'words' : 'number'))
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label={caption}>
      <table class="sum rows">
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((name, index) => (
              <th key={name} scope="col" class={classes[index]}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, index) => (
            <Row key={index} cells={cells} classes={classes} columns={columns} />
          ))}
        </tbody>
        {sums.length > 0 && (
          <tfoot>
            {sums.map((cells, index) => (
              <Row key={index} cells={cells} classes={classes} columns={columns} />
            ))}
          </tfoot>
        )}
      </table>
    </div>
  )
}

interface RowProps {
  readonly cells: Cells
  readonly classes: readonly string[]
  readonly columns: readonly string[]
}

function Row({ cells: [name, ...values], classes, columns }: RowProps) {
  return (
    <tr>
      <th scope="row" class="words">
        {name}
      </th>
      {values.map((value, index) => (
        <td key={index} class={classes[index + 1]} data-title={columns[index + 1]}>
          {value}
        </td>
      ))}
    </tr>
  )
}
