import { useMemo } from 'preact/hooks'
import { call } from '../../api/client.ts'
import { callParameters, type ViewProps } from '../../state/address.ts'
import { useResource } from '../../state/resource.ts'
import { formatMs } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { ErrorNotice, useSecondsSince } from '../../ui/notice.tsx'
import { operationName } from '../../ui/operation-names.ts'
import { OutsideLink } from '../../ui/page/address.tsx'
import { PageText } from '../../ui/page/page-text.tsx'
import { RawJson } from '../../ui/text-box.tsx'
import { ResultView } from '../inspect/results/result-view.tsx'
import { type InspectionState, retryMsOf, stateOfAnswer, stateOfFailure } from './inspection-state.ts'
import { AgainLink } from './links.tsx'
import { operationOf } from './operation-of.ts'

/** One inspection, by its id: how long it runs, then its result or its failure. */
export function InspectionView({ route }: ViewProps) {
  const [, id = ''] = route.path
  const { operation: named = '', ...parameters } = callParameters(route.parameters)
  const opened = useMemo(() => Date.now(), [id])
  const inspection = useResource((signal) => loadInspection(id, opened, signal), {
    key: id,
    pollMs: retryMsOf,
  })
  const { data } = inspection
  const result = data?.is === 'done' ? data.result : null
  // The result says best what it is; the address may be mistyped.
  const operation = operationOf(result) ?? named
  const given = { ...urlOfResult(result), ...parameters }
  return (
    <>
      <h1>
        Inspection
        {operation !== '' && (
          <>
            : <PageText text={operationName(operation)} isShort />
          </>
        )}
      </h1>
      <Heading id={id} operation={operation} parameters={given} />
      <Loaded resource={inspection} lines={8}>
        {(state) => <Outcome state={state} opened={opened} />}
      </Loaded>
      {data?.is === 'done' && <Result operation={operation} parameters={given} result={data.result} />}
    </>
  )
}

async function loadInspection(id: string, opened: number, signal: AbortSignal): Promise<InspectionState> {
  try {
    const answer = await call(`inspections/${encodeURIComponent(id)}`, { signal })
    const { status, headers } = answer
    const body: unknown = await answer.json()
    return stateOfAnswer({ status, body, retryAfter: headers.get('retry-after') }, Date.now() - opened)
  } catch (error) {
    return stateOfFailure(error)
  }
}

interface HeadingProps {
  readonly id: string
  readonly operation: string
  readonly parameters: Readonly<Record<string, string>>
}

function Heading({ id, operation, parameters }: HeadingProps) {
  const { url } = parameters
  return (
    <div class="stack tight">
      {url !== undefined && <OutsideLink url={url} />}
      <p class="row">
        <a href="#/history">History</a>
        {url !== undefined && (
          <AgainLink operation={operation} parameters={parameters}>
            Run it again
          </AgainLink>
        )}
        <span class="small">
          id <PageText text={id} isCode />
        </span>
      </p>
    </div>
  )
}

function Outcome({ state, opened }: { state: InspectionState; opened: number }) {
  if (state.is === 'running') return <Running opened={opened} />
  if (state.is === 'failed') return <ErrorNotice error={state.error} />
  if (state.is === 'done') return null
  return (
    <>
      <ErrorNotice error={state.error} />
      <p class="small">The console asks again every {formatMs(state.retryMs)}.</p>
    </>
  )
}

/** The seconds that this view waits for the end; when the inspection began is not known here. */
function Running({ opened }: { opened: number }) {
  const seconds = useSecondsSince(opened)
  return (
    <section class="panel">
      <p class="working">
        <span role="status" aria-live="off">
          The inspection runs. This page waits for its end: {seconds} s
        </span>
      </p>
      <progress aria-label="The inspection runs" />
      <p class="small">The result comes by itself. You may leave: History keeps it for 24 h.</p>
    </section>
  )
}

interface ResultPanelProps {
  readonly operation: string
  readonly parameters: Readonly<Record<string, string>>
  readonly result: unknown
}

function Result({ operation, parameters, result }: ResultPanelProps) {
  return (
    <>
      {operationOf(result) === null ? (
        <p class="muted">The console does not know this kind of result; its raw JSON is below.</p>
      ) : (
        <ResultView operation={operation} result={result} parameters={parameters} />
      )}
      <RawJson value={result} />
    </>
  )
}

/** The URL that a result names. */
function urlOfResult(result: unknown): { readonly url?: string } {
  const { url } = (result ?? {}) as { readonly url?: unknown }
  return typeof url === 'string' ? { url } : {}
}
