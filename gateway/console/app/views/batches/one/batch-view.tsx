import { useEffect, useRef } from 'preact/hooks'
import { callJson } from '../../../api/client.ts'
import { type Resource, useResource } from '../../../state/resource.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { Address } from '../../../ui/page/address.tsx'
import { type Batch, endedOf, isOver, purposeOf, shortId } from '../batch.ts'
import { pathOf, readResultLine } from '../calls.tsx'
import { DownloadPanel } from '../downloads/download-panel.tsx'
import { statusPollMs } from '../live/polling.ts'
import { type Subject, subjectOf } from '../result-line.ts'
import { ResultsTable } from '../results/results-table.tsx'
import { Controls } from './controls.tsx'
import { Failures } from './failures.tsx'
import { Hosts } from './hosts.tsx'
import { Progress } from './progress.tsx'
import { RejectedLines } from './rejected-lines.tsx'

/** Hosts that are shown. */
const HOSTS = '20'

/** One batch, live. Address: `#/batches/<id>?after=&show=failed`. */
export function BatchView({ id, parameters }: { id: string; parameters: URLSearchParams }) {
  const status = useResource<Batch>((signal) => callJson(pathOf(id), { query: { hosts: HOSTS }, signal }), {
    key: id,
    pollMs: (batch) => statusPollMs(batch, document.hidden),
  })
  useReloadWhenShown(status)
  const { data: batch, reload } = status
  const wasLive = useWasLive(batch)
  return (
    <>
      <nav aria-label="Way back">
        <a href="#/batches">All batches</a>
      </nav>
      <Heading id={id} batch={batch} />
      <Loaded resource={status} lines={16}>
        {(data) => <Parts batch={data} isKept={wasLive} parameters={parameters} reload={reload} />}
      </Loaded>
    </>
  )
}

interface PartsProps {
  readonly batch: Batch
  /** Whether the parts keep their height, since the batch was seen while it ran. */
  readonly isKept: boolean
  readonly parameters: URLSearchParams
  reload(): void
}

function Parts({ batch, isKept, parameters, reload }: PartsProps) {
  return (
    <>
      <Controls batch={batch} changed={reload} />
      <Progress batch={batch} />
      <RejectedLines batch={batch} />
      <div class="columns">
        <Failures batch={batch} isKept={isKept} />
        <Hosts batch={batch} isKept={isKept} />
      </div>
      <DownloadPanel batch={batch} />
      <ResultsTable batch={batch} parameters={parameters} />
    </>
  )
}

/** Whether the batch was seen while it went on: then its live parts stay in their places when it ends. */
function useWasLive(batch: Batch | null): boolean {
  const wasLive = useRef(false)
  if (batch !== null && !isOver(batch)) wasLive.current = true
  return wasLive.current
}

/** The operation and the first page come from the first result: the status does not tell. */
function Heading({ id, batch }: { id: string; batch: Batch | null }) {
  const hasResults = batch !== null && endedOf(batch.counts) > 0
  const { data: line } = useResource(
    (signal) => (hasResults ? readResultLine(id, 0, signal) : Promise.resolve(null)),
    { key: `${id} ${hasResults}` },
  )
  return (
    <div>
      <h1>
        Batch <code>{shortId(id)}</code>
      </h1>
      <p class="one-line muted batch-subject">
        {batch === null ? '\u00a0' : purposeOf(batch)}
        {line && <FirstPage subject={subjectOf(line)} />}
      </p>
    </div>
  )
}

function FirstPage({ subject: { url, isCrawl } }: { subject: Subject }) {
  return (
    <>
      : <Address text={url} />
      {!isCrawl && ' and so on'}
    </>
  )
}

/** Reads the status at once when the tab is shown again, unless nothing changes any more. */
function useReloadWhenShown({ data, reload }: Resource<Batch>): void {
  const isFinal = data !== null && isOver(data)
  useEffect(() => {
    if (isFinal) return
    const onChange = () => document.hidden || reload()
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [isFinal])
}
