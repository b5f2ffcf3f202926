import { hrefOf } from '../../../state/address.ts'
import { useResource } from '../../../state/resource.ts'
import { Facts } from '../../../ui/facts.tsx'
import { ErrorNotice, Remark, Skeleton } from '../../../ui/notice.tsx'
import { operationName } from '../../../ui/operation-names.ts'
import { OutsideLink } from '../../../ui/page/address.tsx'
import { RawJson } from '../../../ui/text-box.tsx'
import { ResultView } from '../../inspect/results/result-view.tsx'
import { readResultLine } from '../calls.tsx'
import { failureOf, parametersOf, type ResultLine } from '../result-line.ts'
import { PAGE_ROWS } from './page-window.ts'

/** One result of a batch. Address: `#/batches/<id>/results/<n>`. Only its line is transferred. */
export function ResultLineView({ id, n }: { id: string; n: number }) {
  const { data, error, isLoading, reload } = useResource((signal) => readResultLine(id, n - 1, signal), {
    key: `${id} ${n}`,
  })
  const line = data?.n === n ? data : null
  return (
    <>
      <nav class="row" aria-label="Way back">
        <a href={hrefOf(['batches', id], { after: pageOf(n) })}>The batch</a>
        {n > 1 && <a href={hrefOf(['batches', id, 'results', `${n - 1}`])}>Previous result</a>}
        {line !== null && <a href={hrefOf(['batches', id, 'results', `${n + 1}`])}>Next result</a>}
      </nav>
      <h1>Result {n}</h1>
      {error !== null && <ErrorNotice error={error} retry={reload} />}
      {line === null && isLoading && <Skeleton lines={10} />}
      {line === null && !isLoading && error === null && (
        <Remark>
          There is no result with this number, or not yet. The final page of redirects is in the results of
          the URLs that redirect to it.
        </Remark>
      )}
      {line !== null && <Line line={line} />}
    </>
  )
}

/** The page of the results table that has the row. */
function pageOf(n: number): string {
  const after = Math.floor((n - 1) / PAGE_ROWS) * PAGE_ROWS
  return after === 0 ? '' : `${after}`
}

function Line({ line }: { line: ResultLine }) {
  const parameters = parametersOf(line)
  const failure = failureOf(line)
  return (
    <>
      <Facts items={factsOf(line)} />
      {failure === null ? (
        <ResultView key={line.n} operation={line.operation} result={line.result} parameters={parameters} />
      ) : (
        <ErrorNotice error={failure} />
      )}
      <RawJson value={line} />
    </>
  )
}

function factsOf({ url, operation, depth, from, stage }: ResultLine) {
  return [
    ['Page', <OutsideLink url={url} />],
    ['Operation', operationName(operation)],
    ...(depth === undefined ? [] : [['Clicks from a start page', `${depth}`] as const]),
    ...(from == null ? [] : [['Linked from', <OutsideLink url={from} />] as const]),
    ...(stage === undefined ? [] : [['Failed in the stage', stage] as const]),
  ] as const
}
