import { useEffect, useState } from 'preact/hooks'
import { hrefOf } from '../../../state/address.ts'
import { Badge, Bar } from '../../../ui/badge.tsx'
import { formatCount, formatTime } from '../../../ui/format.ts'
import { Address } from '../../../ui/page/address.tsx'
import { isolatedText } from '../../../ui/page/control-marks.ts'
import { type Column, DataTable } from '../../../ui/table/table.tsx'
import { endedOf, type ListedBatch, purposeOf, shareOf, shortId } from '../batch.ts'
import { readResultLine } from '../calls.tsx'
import { type Subject, subjectOf } from '../result-line.ts'

/** What the list does not tell, by the id of the batch. A batch keeps its first result. */
const known = new Map<string, Subject>()

/** A row for each batch, with the page of its first result. */
export function BatchTable({ batches }: { batches: readonly ListedBatch[] }) {
  useSubjects(batches)
  return (
    <DataTable caption="Batches, newest first" columns={columns} rows={batches} rowKey={({ id }) => id} />
  )
}

const columns: readonly Column<ListedBatch>[] = [
  { title: 'Batch', cell: (batch) => <Name batch={batch} /> },
  { title: 'State', cell: ({ state }) => <Badge word={state} text={state} /> },
  { title: 'Progress', cell: (batch) => <Progress batch={batch} /> },
  { title: 'Done', isNumber: true, cell: ({ counts }) => formatCount(counts.done) },
  { title: 'Failed', isNumber: true, cell: ({ counts }) => <Failed count={counts.failed} /> },
  { title: 'Rejected', isNumber: true, cell: ({ counts }) => formatCount(counts.rejected) },
  { title: 'Created', cell: ({ created_at }) => <span class="nowrap">{formatTime(created_at)}</span> },
]

/** The first URL and what is done; the id stands in until the URL is known. */
function Name({ batch }: { batch: ListedBatch }) {
  const url = urlOf(batch)
  return (
    <>
      <a class="one-line batch-name" href={hrefOf(['batches', batch.id])} title={url && isolatedText(url)}>
        {url === undefined ? <code>{shortId(batch.id)}</code> : <Address text={url} />}
      </a>
      <span class="small nowrap">{purposeOf(batch)}</span>
    </>
  )
}

/** The list tells the first URL; a batch of before has it in its first result. */
function urlOf({ id, first_url }: ListedBatch): string | undefined {
  return first_url ?? known.get(id)?.url
}

function Progress({ batch }: { batch: ListedBatch }) {
  return (
    <div class="batch-progress">
      <Bar share={shareOf(batch)} />
      <span class="small">
        {formatCount(endedOf(batch.counts))} of {formatCount(batch.counts.accepted)}
      </span>
    </div>
  )
}

function Failed({ count }: { count: number }) {
  return <span class={count > 0 ? 'bad' : undefined}>{formatCount(count)}</span>
}

/** Reads the first result of each batch that has one, one after another. */
function useSubjects(batches: readonly ListedBatch[]): void {
  const [, setRead] = useState(0)
  const unknown = batches.filter((batch) => endedOf(batch.counts) > 0 && urlOf(batch) === undefined)
  const ids = unknown.map(({ id }) => id).join(' ')
  useEffect(() => {
    const ending = new AbortController()
    void readSubjects(ids.split(' ').filter(Boolean), ending.signal, () => setRead((count) => count + 1))
    return () => ending.abort()
  }, [ids])
}

async function readSubjects(ids: readonly string[], signal: AbortSignal, onRead: () => void): Promise<void> {
  for (const id of ids) {
    // Without it the row still has the id: the list itself shows what is wrong with the service.
    const line = await readResultLine(id, 0, signal).catch(() => null)
    if (signal.aborted) return
    if (line !== null) known.set(id, subjectOf(line))
  }
  onRead()
}
