import { useId } from 'preact/hooks'
import { Section } from '../../../ui/facts.tsx'
import { formatCount, formatMs, trimmed } from '../../../ui/format.ts'
import { Address } from '../../../ui/page/address.tsx'
import { PageText } from '../../../ui/page/page-text.tsx'
import { type Batch, endedOf, shareOf } from '../../batches/batch.ts'
import { StateAndButtons } from '../../batches/one/controls.tsx'

/** A crawl under way: how far it is, how fast, what it waits for, and the buttons that pause and end it. */
export function RunningCrawl({ batch, changed }: { batch: Batch; changed(): void }) {
  const id = useId()
  return (
    <Section title="Crawl under way">
      <div class="stack tight">
        <label for={id}>
          {formatCount(endedOf(batch.counts))} of {formatCount(batch.counts.accepted)} known pages
        </label>
        <progress id={id} max={1} value={shareOf(batch)} />
        <p class="small">{paceText(batch)}</p>
        <Waits batch={batch} />
      </div>
      <StateAndButtons batch={batch} changed={changed} />
    </Section>
  )
}

/** How fast the crawl is, and how long what is known takes still. */
function paceText({ state, pace }: Batch): string {
  if (state === 'paused') return 'Paused: nothing new starts. Resume to continue.'
  if (pace === undefined || pace.pages_per_second === 0) return 'Starting'
  const rate = `${trimmed(pace.pages_per_second, 2)} pages per second`
  if (pace.eta_seconds === null) return rate
  return `${rate}, about ${formatMs(Math.max(1, pace.eta_seconds) * 1000)} left for the pages known now`
}

/** Why it is no faster. */
function Waits({ batch: { pace } }: { batch: Batch }) {
  if (pace === undefined || pace.waits.length === 0) return null
  return (
    <ul class="plain small" aria-label="What it waits for">
      {pace.waits.map(({ host, message }) => (
        <li key={host}>
          <Address text={host} />: <PageText text={message} />
        </li>
      ))}
    </ul>
  )
}
