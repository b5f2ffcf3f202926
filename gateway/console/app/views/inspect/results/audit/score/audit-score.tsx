import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { Badge, ScoreRing } from '../../../../../ui/badge.tsx'
import { Section } from '../../../../../ui/facts.tsx'
import { fromHundredths } from '../../../../../ui/figures/hundredths.ts'
import { formatCount, inWords, plural } from '../../../../../ui/format.ts'
import { Remark } from '../../../../../ui/notice.tsx'
import { SumTable } from '../../../../../ui/table/sum-table.tsx'
import { CategoryDeductions } from './category-deductions.tsx'
import { type AuditSum, fromTenThousandths } from './score-sum.ts'

type Scoring = NonNullable<SeoAuditResult['scoring']>

interface Props {
  readonly title: string
  readonly scoring: Scoring
  readonly sum: AuditSum
  readonly summary: SeoAuditResult['summary'] | null
}

/** Score and grade, the sum that they are, and the deductions of each category. */
export function AuditScore({ title, scoring, sum, summary }: Props) {
  return (
    <Section title={title} aside={<p class="muted">{inWords(scoring.device)}</p>}>
      <div class="score-parts">
        <div class="stack">
          <div class="score-head">
            <ScoreRing score={scoring.overall} label="Overall score" size={120} />
            <div class="stack">
              <p class="grade">
                Grade <strong>{scoring.grade}</strong>
              </p>
              {summary && <Counts summary={summary} />}
            </div>
          </div>
          <Overall scoring={scoring} sum={sum} />
        </div>
        <div class="stack">
          <h3>What each category loses</h3>
          {sum.categories.map((one) => (
            <CategoryDeductions key={one.category} sum={one} stated={scoring.by_category[one.category]} />
          ))}
        </div>
      </div>
      <p class="small">
        {scoring.scoring_explainer.method} Version of the rules: {scoring.rule_version}.
      </p>
    </Section>
  )
}

function Counts({ summary }: { summary: NonNullable<SeoAuditResult['summary']> }) {
  const { critical_count, warning_count, info_count, rules } = summary
  return (
    <>
      <p class="badges">
        <Badge word="error" text={plural(critical_count, 'error')} />{' '}
        <Badge word="warning" text={plural(warning_count, 'warning')} />{' '}
        <Badge word="info" text={`${formatCount(info_count)} info`} />
      </p>
      <p>
        {formatCount(rules.passed)} of {plural(rules.total, 'rule')} passed, {formatCount(rules.failed)}{' '}
        failed.
      </p>
    </>
  )
}

/** The weighted sum of the categories, row by row. */
function Overall({ scoring, sum }: { scoring: Scoring; sum: AuditSum }) {
  const rows = sum.categories.map(({ category, deducted, score, weight, product }) => [
    <>
      {inWords(category)}{' '}
      {scoring.category_status[category] !== 'complete' && (
        <span class="small">({scoring.category_status[category]})</span>
      )}
    </>,
    `100 − ${fromHundredths(deducted)}`,
    fromHundredths(score),
    `${weight} %`,
    fromTenThousandths(product),
  ])
  return (
    <div class="stack overall">
      <SumTable
        caption="How the overall score adds up"
        columns={['Category', '100 − deductions', 'Score', 'Weight', 'Weight × score']}
        rows={rows}
        sums={[
          ['Sum', '', '', '', fromTenThousandths(sum.product)],
          ['Overall, rounded', '', '', '', scoring.overall],
        ]}
      />
      {!sum.agrees && (
        <Remark kind="warn">
          The sum of the shown numbers is not the overall score that the service gave: it may be of another
          version.
        </Remark>
      )}
      <StatusNote status={Object.values(scoring.category_status)} />
    </div>
  )
}

function StatusNote({ status }: { status: readonly string[] }) {
  return (
    <p class="small">
      {status.includes('partial') && 'Partial: some rules of the category could not be decided. '}
      {status.includes('heuristic') && 'Heuristic: judged by the text of the page alone, not measured.'}
    </p>
  )
}
