import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import { Badge, ScoreRing } from '../../../../ui/badge.tsx'
import { Section } from '../../../../ui/facts.tsx'
import { inConsoleUnits } from '../../../../ui/figures/console-units.ts'
import { fromHundredths } from '../../../../ui/figures/hundredths.ts'
import { formatCount, plural } from '../../../../ui/format.ts'
import { Remark } from '../../../../ui/notice.tsx'
import { PageText } from '../../../../ui/page/page-text.tsx'
import { type Cells, SumTable } from '../../../../ui/table/sum-table.tsx'
import type { Partly } from '../partial.ts'
import { type ScoreSum, scoreSumOf } from './score-sum.ts'
import { type MetricName, metricTexts, reasonInWords } from './vitals/vital-names.ts'

interface Props extends Pick<Partly<PerformanceResult>, 'performance_score' | 'summary' | 'core_web_vitals'> {
  readonly title: string
}

/** The score, what costs most of it, and the sum that it is. */
export function PerformanceScore({
  title,
  performance_score: score,
  summary,
  core_web_vitals: vitals,
}: Props) {
  if (!score) return null
  return (
    <Section title={title} aside={summary?.overall && <Badge word={summary.overall} />}>
      <div class="score-parts">
        <div class="score-head">
          {score.value === null ? (
            <p>No metric could be measured, so there is no score.</p>
          ) : (
            <ScoreRing score={score.value} label="Performance score" size={120} />
          )}
          {summary && <Summary summary={summary} />}
        </div>
        <Sum sum={scoreSumOf(score)} value={score.value} vitals={vitals} />
      </div>
      <p class="small">{score.method}.</p>
    </Section>
  )
}

function Summary({ summary }: { summary: PerformanceResult['summary'] }) {
  const { main_issue, errors, warnings, suggestions } = summary
  return (
    <div class="stack">
      <p class="main-issue">
        {main_issue === 'none' ? 'All metrics are good.' : <PageText text={inConsoleUnits(main_issue)} />}
      </p>
      {summary.incomplete && <Remark kind="warn">{summary.incomplete}</Remark>}
      <p>
        {plural(errors, 'metric is', 'metrics are')} poor, {formatCount(warnings)} need improvement,{' '}
        {plural(suggestions, 'tip')}.
      </p>
    </div>
  )
}

interface SumProps {
  readonly sum: ScoreSum
  readonly value: number | null
  readonly vitals: Props['core_web_vitals']
}

/** Weight times points of each metric, as a table that can be checked with a pocket calculator. */
function Sum({ sum, value, vitals }: SumProps) {
  const rows = sum.terms.map(({ name, weight, points, product }) => {
    const title = <MetricTitle key="name" name={name} />
    return product === null
      ? [title, 'no value', `(${weight} %)`, '–']
      : [title, points, `${weight} %`, fromHundredths(product)]
  })
  return (
    <div class="stack">
      <SumTable
        caption="How the score adds up"
        columns={['Metric', 'Points', 'Weight', 'Weight × points']}
        rows={rows}
        sums={[
          ['Sum', '', `${sum.weight} %`, fromHundredths(sum.product)],
          ...(sum.weight === 100 || sum.mean === null ? [] : [divided(sum, sum.mean)]),
          ['Score, rounded', '', '', value ?? '–'],
        ]}
      />
      {!sum.agrees && (
        <Remark kind="warn">
          The sum of the shown numbers is not the score that the service gave: it may be of another version.
        </Remark>
      )}
      <Missing sum={sum} vitals={vitals} />
    </div>
  )
}

function divided({ weight }: ScoreSum, mean: number): Cells {
  return [`÷ ${fromHundredths(weight)}`, '', '', mean.toFixed(2)]
}

/** Names the metrics without a value, which do not count. */
function Missing({ sum, vitals }: Pick<SumProps, 'sum' | 'vitals'>) {
  const missing = sum.terms.filter(({ points }) => points === null)
  if (missing.length === 0) return null
  return (
    <p class="small">
      {missing.map(({ name }) => (
        <span key={name}>
          {name.toUpperCase()} does not count: {reasonInWords(vitals?.[name]?.reason ?? 'not_measured')}{' '}
        </span>
      ))}
      The sum is divided by the weights that are left.
    </p>
  )
}

/** The name of a metric; on a narrow screen its letters alone. */
function MetricTitle({ name }: { name: MetricName }) {
  return (
    <>
      <span class="roomy">{metricTexts[name].label} </span>
      {name.toUpperCase()}
    </>
  )
}
