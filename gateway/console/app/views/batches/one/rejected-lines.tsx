import { Section } from '../../../ui/facts.tsx'
import { formatCount, plural } from '../../../ui/format.ts'
import { PageText } from '../../../ui/page/page-text.tsx'
import { type Column, DataTable } from '../../../ui/table/table.tsx'
import type { Batch } from '../batch.ts'

type Rejected = Batch['rejected'][number]

const columns: readonly Column<Rejected>[] = [
  {
    title: 'Line',
    cell: ({ line }) => (line === 0 ? 'sitemap' : formatCount(line)),
    sortBy: ({ line }) => line,
  },
  {
    title: 'Reason',
    isLong: true,
    cell: ({ reason }) => <PageText text={reason} />,
    sortBy: ({ reason }) => reason,
  },
]

/** The lines that were not accepted: the service keeps the first 100. */
export function RejectedLines({ batch }: { batch: Batch }) {
  const { rejected } = batch.counts
  if (rejected === 0) return null
  return (
    <Section title="Rejected lines">
      <p>
        {plural(rejected, 'line was', 'lines were')} not accepted; all others are inspected.
        {rejected > batch.rejected.length && ` The first ${batch.rejected.length} are shown.`}
      </p>
      <div class="limited">
        <DataTable
          caption="Rejected lines"
          columns={columns}
          rows={batch.rejected}
          rowKey={(_, index) => index}
        />
      </div>
    </Section>
  )
}
