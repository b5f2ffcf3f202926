import type { SitePageRow, SiteReport } from '#shared/operations/results/site-report.ts'
import { callJson } from '../../../api/client.ts'
import { explain } from '../../../api/remedies.ts'
import { hrefOf } from '../../../state/address.ts'
import { Section } from '../../../ui/facts.tsx'
import { formatCount } from '../../../ui/format.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { AddressLink } from '../../../ui/page/address.tsx'
import { PageText } from '../../../ui/page/page-text.tsx'
import { type Column, DataTable } from '../../../ui/table/table.tsx'
import { type Batch, isOver } from '../batch.ts'
import { pathOf, readPages, readResultLine } from '../calls.tsx'
import { useCostly } from '../live/use-costly.tsx'
import {
  countedCodes,
  distinctMessages,
  type FailureExample,
  type FailureGroup,
  sampleRows,
} from './failure-groups.ts'

/** Rows among which examples are looked for. */
const SEARCHED = 5000

/** The failures by their reason, each with examples. Without failures it is left out, unless its place is kept. */
export function Failures({ batch, isKept }: { batch: Batch; isKept: boolean }) {
  const hasFailed = batch.counts.failed > 0
  if (!hasFailed && !isKept) return null
  return (
    <div class={isKept ? 'kept limited' : undefined}>
      <Section
        title="Failures"
        aside={<a href={hrefOf(['batches', batch.id], { show: 'failed' })}>Show the pages that failed</a>}
      >
        {hasFailed ? <FailureTable batch={batch} /> : <p class="muted">No page has failed.</p>}
      </Section>
    </div>
  )
}

function FailureTable({ batch }: { batch: Batch }) {
  const { id } = batch
  const groups = useCostly<FailureGroup[]>((signal) => readGroups(id, signal), {
    key: id,
    isLive: !isOver(batch),
  })
  return (
    <Loaded resource={groups} lines={3} label="Reasons of the failures">
      {(rows) => (
        <DataTable
          caption="Failures by reason"
          columns={columnsOf(id)}
          rows={rows}
          rowKey={({ code }) => code}
          empty={<p class="muted">The reasons are not known yet.</p>}
        />
      )}
    </Loaded>
  )
}

/** Messages of failures, by batch and number. A result line never changes. */
const messages = new Map<string, string>()

async function readGroups(id: string, signal: AbortSignal): Promise<FailureGroup[]> {
  const { pages } = await callJson<SiteReport>(pathOf(id, 'report'), { signal })
  const matches = ({ code }: SitePageRow) => code !== null
  const { rows } = await readPages(id, { after: 0, limit: SEARCHED, matches }, signal)
  const samples = sampleRows(pages.by_code, rows)
  const groups: FailureGroup[] = []
  for (const [code, count] of countedCodes(pages.by_code)) {
    const examples: FailureExample[] = []
    for (const { n, url } of samples.get(code) ?? [])
      examples.push({ n, url, message: await readMessage(id, n, signal) })
    groups.push({ code, count, examples: distinctMessages(examples) })
  }
  return groups
}

async function readMessage(id: string, n: number, signal: AbortSignal): Promise<string> {
  const name = `${id} ${n}`
  const message = messages.get(name) ?? (await readResultLine(id, n - 1, signal))?.message ?? ''
  messages.set(name, message)
  return message
}

function columnsOf(id: string): Column<FailureGroup>[] {
  return [
    {
      title: 'Reason',
      isLong: true,
      cell: ({ code }) => (
        <>
          <strong>{explain({ code }).title}</strong> <code>{code}</code>
          <p class="small">{explain({ code }).remedy}</p>
        </>
      ),
    },
    { title: 'Pages', isNumber: true, cell: ({ count }) => formatCount(count) },
    { title: 'Examples', isLong: true, cell: ({ examples }) => <Examples id={id} examples={examples} /> },
  ]
}

/** Pages that failed, each with another message. */
function Examples({ id, examples }: { id: string; examples: readonly FailureExample[] }) {
  if (examples.length === 0) return <span class="muted">–</span>
  return (
    <ul class="plain">
      {examples.map(({ n, url, message }) => (
        <li key={n}>
          <PageText text={message} />:{' '}
          <AddressLink href={hrefOf(['batches', id, 'results', `${n}`])} text={url} />
        </li>
      ))}
    </ul>
  )
}
