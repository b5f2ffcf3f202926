import { Badge } from '../../../ui/badge.tsx'
import { Section } from '../../../ui/facts.tsx'
import { formatClock } from '../../../ui/format.ts'
import { Address } from '../../../ui/page/address.tsx'
import { numberColumn } from '../../../ui/table/number-column.tsx'
import { type Column, DataTable } from '../../../ui/table/table.tsx'
import { type Batch, type BatchHost, isOver } from '../batch.ts'

const columns: readonly Column<BatchHost>[] = [
  {
    title: 'Host',
    isLong: true,
    cell: ({ host }) => <Address text={host} />,
    sortBy: ({ host }) => host,
  },
  numberColumn('Waiting', ({ waiting }) => waiting),
  numberColumn('Running', ({ running }) => running),
  { title: 'State', cell: (host) => <HostState {...host} />, sortBy: ({ state }) => state },
]

function HostState({ state, rests_until: until }: BatchHost) {
  return (
    <span class="nowrap">
      <Badge word={state} text={state} />{' '}
      {until !== null && <span class="small">until {formatClock(until)}</span>}
    </span>
  )
}

/** The hosts with the most waiting pages. At the end of the batch they are left out, unless their place is kept. */
export function Hosts({ batch, isKept }: { batch: Batch; isKept: boolean }) {
  const hosts = (batch.hosts ?? []).filter(({ waiting, running }) => waiting + running > 0)
  if (isOver(batch) && !isKept) return null
  return (
    <div class="kept limited">
      <Section title="Hosts">
        <p class="small">
          Those with the most waiting pages. Each host is asked politely: it rests between two pages, and
          longer when it is slow or refuses.
        </p>
        <DataTable
          caption="Hosts with the most waiting pages"
          columns={columns}
          rows={hosts}
          rowKey={({ host }) => host}
          empty={<p class="muted">No page waits or runs.</p>}
        />
      </Section>
    </div>
  )
}
