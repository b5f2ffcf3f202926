import type { ViewProps } from '../../state/address.ts'
import { useResource } from '../../state/resource.ts'
import { Facts, Section } from '../../ui/facts.tsx'
import { formatClock, formatMs } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { useSecondsSince } from '../../ui/notice.tsx'
import { headlineOf, partsOf, type Readiness } from './health-words.ts'
import { type Health, loadHealth, loadVersion } from './load-health.ts'
import { PartList } from './part-list.tsx'
import { StageTable } from './stage-table.tsx'

const REFRESH_MS = 5000

/** How the service is, in words, with its numbers. Needs no key. */
export function HealthView(_: ViewProps) {
  const health = useResource(loadHealth, { key: 'health', pollMs: () => REFRESH_MS })
  const version = useResource(loadVersion, { key: 'version' })
  return (
    <>
      <h1>Health</h1>
      <Loaded resource={health} lines={12} label="Asking the service">
        {(data) => <State health={data} version={version.data} isLast={health.error !== null} />}
      </Loaded>
    </>
  )
}

interface StateProps {
  readonly health: Health
  readonly version: string | null
  /** Whether it is the last known state, since the service does not answer. */
  readonly isLast: boolean
}

function State({ health: { readiness, numbers, at }, version, isLast }: StateProps) {
  return (
    <>
      <Headline readiness={readiness} isLast={isLast} />
      <LastAnswer at={at} version={version} />
      <div class="columns">
        <Section title="Parts">
          <PartList parts={partsOf(readiness)} />
        </Section>
        <Numbers numbers={numbers} />
      </div>
    </>
  )
}

function Numbers({ numbers }: Pick<Health, 'numbers'>) {
  if (numbers === null)
    return (
      <Section title="Numbers">
        <p class="muted">The service does not give its metrics to this page.</p>
      </Section>
    )
  return (
    <div class="stack">
      <Section title="Numbers">
        <Facts items={numbers.facts} />
        <p class="small">Of the gateway process that responded, and of the parts that run within it.</p>
      </Section>
      {numbers.stages.length > 0 && <StageTable stages={numbers.stages} />}
    </div>
  )
}

/** The sentence is spoken when it changes. What was good may be so no more. */
function Headline({ readiness, isLast }: { readiness: Readiness; isLast: boolean }) {
  const { meaning, state } = headlineOf(readiness)
  return (
    <p class={`notice ${isLast && meaning === 'good' ? 'info' : meaning} headline`} role="status">
      <strong>{isLast ? `Last known state: ${state}` : state}</strong>
    </p>
  )
}

function LastAnswer({ at, version }: { at: number; version: string | null }) {
  const seconds = useSecondsSince(at)
  return (
    <p class="small number-text">
      Last response at {formatClock(new Date(at).toISOString())} ({seconds} s ago). Asked every{' '}
      {formatMs(REFRESH_MS)}.{version !== null && <> Version of the service: {version}.</>}
    </p>
  )
}
