import { useId, useRef } from 'preact/hooks'
import { Facts, Section } from '../../../ui/facts.tsx'
import { formatAgo, formatCount, formatMs, formatShare, formatTime, trimmed } from '../../../ui/format.ts'
import { type Batch, droppedOf, durationOf, endedOf, isOver, shareOf, type Wait } from '../batch.ts'
import { rateOf, remainingMs, type Sample, withSample } from '../live/rate.ts'

/** How far the batch is, how fast, and for how long still. */
export function Progress({ batch }: { batch: Batch }) {
  const rate = useRate(batch)
  return (
    <Section title="Progress">
      <ProgressBar batch={batch} />
      <Facts items={[...countFacts(batch), ...timeFacts(batch, rate)]} />
      <Waits waits={batch.pace?.waits ?? []} />
      <p class="small batch-note">{notes[batch.state]}</p>
    </Section>
  )
}

/** What a state means, where that is not plain. */
const notes: Readonly<Partial<Record<Batch['state'], string>>> = {
  open: 'Open: its URLs are still being sent, and nothing runs before the start. It is removed when none come for 24 hours.',
  paused: 'Paused: nothing new starts; what is running still finishes. Resume to continue.',
}

/** Why the batch is slow. */
function Waits({ waits }: { waits: readonly Wait[] }) {
  if (waits.length === 0) return null
  return (
    <ul class="plain small" aria-label="Why it is slow">
      {waits.map(({ host, message }) => (
        <li key={host}>
          <bdi>{host}</bdi>: <bdi>{message}</bdi>
        </li>
      ))}
    </ul>
  )
}

function ProgressBar({ batch }: { batch: Batch }) {
  const id = useId()
  const share = shareOf(batch)
  return (
    <div class="stack tight">
      <label for={id}>
        {formatCount(endedOf(batch.counts))} of {formatCount(batch.counts.accepted)} ended (
        {formatShare(share)})
      </label>
      <progress id={id} max={1} value={share} />
    </div>
  )
}

type FactItem = readonly [name: string, value: string | null]

function countFacts({ counts }: Batch): FactItem[] {
  const { waiting, running, done, failed, rejected } = counts
  return [
    ['Done', formatCount(done)],
    ['Failed', formatCount(failed)],
    ['Running', formatCount(running)],
    ['Waiting', formatCount(waiting)],
    ['Rejected lines', formatCount(rejected)],
  ]
}

/** They have the same places while the batch goes on and when it has ended. */
function timeFacts(batch: Batch, rate: number | null): FactItem[] {
  const { created_at, finished_at } = batch
  const duration = durationOf(batch, Date.now())
  const created: FactItem = ['Created', `${formatTime(created_at)} (${formatAgo(created_at)})`]
  if (!isOver(batch)) {
    return [
      ['Rate', rate === null ? null : rateText(rate)],
      ['Remaining, of what is known now', remainingText(batch, rate)],
      created,
      ['For', formatMs(duration)],
    ]
  }
  const dropped = droppedOf(batch)
  return [
    ['Rate', meanRate(batch, duration)],
    ['Finished', formatTime(finished_at)],
    created,
    ['Took', formatMs(duration)],
    ...(dropped > 0 ? [['Dropped', formatCount(dropped)] as const] : []),
  ]
}

function meanRate({ counts }: Batch, durationMs: number): string | null {
  return durationMs === 0 ? null : `${rateText((endedOf(counts) * 1000) / durationMs)} on average`
}

function rateText(rate: number): string {
  return `${trimmed(rate, rate < 10 ? 2 : 0)} pages/s`
}

function remainingText({ state, counts }: Batch, rate: number | null): string | null {
  if (state === 'paused') return 'paused'
  if (state === 'open') return 'not started'
  const ms = remainingMs(counts, rate)
  return ms === null ? null : `about ${formatMs(Math.max(1000, Math.round(ms / 1000) * 1000))}`
}

/** Items a second since this view is open, over the last minute; null = it is not known yet, or nothing runs. */
function useRate({ state, counts }: Batch): number | null {
  const samples = useRef<readonly Sample[]>([])
  if (state !== 'running') samples.current = []
  else {
    const sample = { atMs: Date.now(), ended: endedOf(counts) }
    if (sample.atMs - (samples.current.at(-1)?.atMs ?? 0) > 500)
      samples.current = withSample(samples.current, sample)
  }
  return rateOf(samples.current)
}
