import { Section } from '../../ui/facts.tsx'
import { numberColumn } from '../../ui/table/number-column.tsx'
import { type Column, DataTable } from '../../ui/table/table.tsx'
import type { StageNumbers } from './service-numbers.ts'

/** The unfinished work of each stage. */
export function StageTable({ stages }: { stages: readonly StageNumbers[] }) {
  return (
    <Section title="Unfinished work by stage">
      <DataTable
        caption="Unfinished work by stage"
        columns={columns}
        rows={stages}
        rowKey={({ stage }) => stage}
      />
    </Section>
  )
}

const columns: readonly Column<StageNumbers>[] = [
  { title: 'Stage', sortBy: ({ stage }) => stage, cell: ({ stage }) => stage },
  numberColumn('Interactive', ({ interactive }) => interactive),
  numberColumn('Batch', ({ batch }) => batch),
]
