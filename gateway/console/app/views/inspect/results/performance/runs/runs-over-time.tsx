import { useMemo } from 'preact/hooks'
import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import { callJson } from '../../../../../api/client.ts'
import { useResource } from '../../../../../state/resource.ts'
import { route } from '../../../../../state/route.ts'
import { Section } from '../../../../../ui/facts.tsx'
import { Choice } from '../../../../../ui/form/filter-fields.tsx'
import { formatMs, formatTime, plural, trimmed } from '../../../../../ui/format.ts'
import { Loaded } from '../../../../../ui/loaded.tsx'
import { type Column, DataTable } from '../../../../../ui/table/table.tsx'
import { TimeChart } from '../../../../../ui/time-chart.tsx'
import type { Partly } from '../../partial.ts'
import { metricNames, metricTexts } from '../vitals/vital-names.ts'
import { loadRuns } from './load-runs.ts'
import { type Measure, measureOf, measures, type Run } from './runs.ts'

interface Props {
  readonly url: string
  readonly result: Partly<PerformanceResult>
}

/** The runs of the same URL that the service still knows. */
export function RunsOverTime({ url, result }: Props) {
  return (
    <Section title="Runs over time">
      <LoadedRuns url={url} result={result} />
    </Section>
  )
}

function LoadedRuns({ url, result }: Props) {
  const load = (signal: AbortSignal) =>
    loadRuns(url, result, (path, query = {}) => callJson(path, { query, signal }))
  const runs = useResource(load, { key: `${url} ${result.run_id}` })
  return (
    <Loaded resource={runs} lines={8} label="Loading earlier runs">
      {(data) => <Runs runs={data} device={result.environment?.device_profile ?? ''} />}
    </Loaded>
  )
}

function Runs({ runs, device }: { runs: readonly Run[]; device: string }) {
  const same = useMemo(() => runs.filter((run) => run.device === device), [runs, device])
  return (
    <div class="stack">
      <p>
        {plural(same.length, 'run')} of this URL as {device || 'this device'} in the last 24 hours.
        {runs.length > same.length &&
          ` The table has also ${plural(runs.length - same.length, 'run')} of other devices, which the chart leaves out.`}
      </p>
      {same.length > 1 && <RunsChart runs={same} />}
      <DataTable
        caption="Runs over time"
        columns={columns}
        rows={runs.toReversed()}
        rowKey={({ id }) => id}
      />
    </div>
  )
}

function RunsChart({ runs }: { runs: readonly Run[] }) {
  const asked = route.value.parameters.get('show_measure')
  const measure = measures.find((name) => name === asked) ?? 'score'
  const times = useMemo(() => runs.map(({ time }) => time / 1000), [runs])
  const values = useMemo(() => runs.map((run) => measureOf(run, measure)), [runs, measure])
  return (
    <>
      <div class="narrow">
        <Choice
          label="What the chart shows"
          name="show_measure"
          value={measure === 'score' ? '' : measure}
          all={nameOf('score')}
          choices={metricNames.map((name) => [name, nameOf(name)])}
        />
      </div>
      <TimeChart
        label={`${nameOf(measure)} of ${plural(runs.length, 'run')} over time. The table below has the same numbers.`}
        times={times}
        values={values}
        range={measure === 'score' ? [0, 100] : null}
        format={(value) => format(measure, value)}
      />
    </>
  )
}

function nameOf(measure: Measure): string {
  return measure === 'score' ? 'Score' : metricTexts[measure].label
}

function format(measure: Measure, value: number | null): string {
  if (value === null) return '–'
  if (measure === 'score') return trimmed(value, 1)
  return measure === 'cls' ? trimmed(value, 4) : formatMs(value)
}

const columns: readonly Column<Run>[] = [
  { title: 'Time', cell: ({ time }) => formatTime(new Date(time).toISOString()), sortBy: ({ time }) => time },
  { title: 'Score', isNumber: true, cell: (run) => format('score', run.score), sortBy: ({ score }) => score },
  ...metricNames.map(
    (name): Column<Run> => ({
      title: name.toUpperCase(),
      isNumber: true,
      cell: (run) => format(name, run.vitals[name]),
      sortBy: (run) => run.vitals[name],
    }),
  ),
  { title: 'Noise', cell: ({ isDisturbed }) => (isDisturbed ? 'disturbed' : 'quiet') },
  { title: 'Device', cell: ({ device }) => device },
]
