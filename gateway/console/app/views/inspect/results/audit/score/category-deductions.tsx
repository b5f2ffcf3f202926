import { fromHundredths, hundredths } from '../../../../../ui/figures/hundredths.ts'
import { formatCount, inWords, plural } from '../../../../../ui/format.ts'
import { Remark } from '../../../../../ui/notice.tsx'
import { PageText } from '../../../../../ui/page/page-text.tsx'
import { SumTable } from '../../../../../ui/table/sum-table.tsx'
import { RuleLink } from '../../../findings/rule-link.tsx'
import type { CategorySum } from './score-sum.ts'

/** The deductions of one category, as a sum from 100 down to its score. `stated` is the score that the result names. */
export function CategoryDeductions({ sum, stated }: { sum: CategorySum; stated: number }) {
  const { category, deductions, deducted, score, agrees } = sum
  const name = inWords(category)
  if (deductions.length === 0) {
    return (
      <p>
        <strong>{name}</strong>: nothing is deducted. 100.00
      </p>
    )
  }
  return (
    <details>
      <summary>
        {name}: 100 − {fromHundredths(deducted)} = {fromHundredths(score)}{' '}
        <span class="small">({plural(deductions.length, 'deduction')})</span>
      </summary>
      <SumTable
        caption={`Deductions of ${name}`}
        columns={['Reason', 'Rule', 'Points']}
        texts={['Rule']}
        rows={[
          ['Start', '', '100.00'],
          ...deductions.map(({ reason, rule_id, points }) => [
            <PageText key="reason" text={reason} />,
            rule_id === null ? '–' : <RuleLink key="rule" id={rule_id} />,
            `− ${fromHundredths(hundredths(points))}`,
          ]),
        ]}
        sums={[[`Score of ${name}`, '', fromHundredths(score)]]}
      />
      {!agrees && (
        <Remark kind="warn">
          The service gave {formatCount(stated)} for this category: it may be of another version.
        </Remark>
      )}
    </details>
  )
}
