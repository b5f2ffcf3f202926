import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { Badge } from '../../../../../ui/badge.tsx'
import { Section } from '../../../../../ui/facts.tsx'
import { formatTime, inWords, trimmed } from '../../../../../ui/format.ts'
import { Remark } from '../../../../../ui/notice.tsx'
import { PageText } from '../../../../../ui/page/page-text.tsx'
import { Paged } from '../../../../../ui/table/paged.tsx'
import { SumTable } from '../../../../../ui/table/sum-table.tsx'
import { RuleLink } from '../../../findings/rule-link.tsx'
import { type AuditScores, type ComparedIssue, type Comparison, comparisonOf } from './comparison.ts'

/** What changed since the last audit of the same address and device. */
export function Differences({ diff }: { diff: NonNullable<SeoAuditResult['diff']> }) {
  const comparison = comparisonOf(diff)
  if (comparison === null) {
    return (
      <Section title="Differences">
        <p>There is no earlier audit of this URL and device to compare with.</p>
      </Section>
    )
  }
  const { scanned_at } = comparison.before
  return (
    <Section title="Differences" aside={<p class="muted">since {formatTime(scanned_at)}</p>}>
      <ComparisonParts comparison={comparison} />
    </Section>
  )
}

/** The scores before and now, and the issues that came, went and stay. */
export function ComparisonParts({ comparison }: { comparison: Comparison }) {
  const { before, isOtherRules, deltas, issues } = comparison
  return (
    <>
      {isOtherRules && (
        <Remark kind="warn">
          The earlier audit had other rules (version {before.rule_version}): scores may differ for that alone.
        </Remark>
      )}
      {deltas === null ? (
        <p class="muted">The scores of this audit were not asked for.</p>
      ) : (
        <Scores before={before} deltas={deltas} />
      )}
      {issues === null ? (
        <p class="muted">
          The issues of one of the two audits are not kept: full results are for 24 hours, and after that the
          latest two audits of a page have theirs.
        </p>
      ) : (
        <>
          <div class="columns">
            <Changes title="New issues" issues={issues.added} />
            <Changes title="Fixed issues" issues={issues.fixed} />
          </div>
          <Persisting issues={issues.kept} />
        </>
      )}
    </>
  )
}

interface ScoresProps {
  readonly before: AuditScores
  readonly deltas: NonNullable<Comparison['deltas']>
}

function Scores({ before, deltas }: ScoresProps) {
  const row = (name: string, points: number, delta: number) => [
    name,
    trimmed(points, 2),
    change(delta),
    trimmed(points + delta, 2),
  ]
  const categories = Object.entries(before.by_category)
  return (
    <SumTable
      caption="Scores before and now"
      columns={['Score', 'Before', 'Change', 'Now']}
      rows={categories.map(([name, points]) => row(inWords(name), points, deltas.by_category[name] ?? 0))}
      sums={[row('Overall', before.overall, deltas.overall)]}
    />
  )
}

function change(delta: number) {
  if (delta === 0) return '0'
  const text = `${delta > 0 ? '+' : '−'}${trimmed(Math.abs(delta), 2)}`
  return <span class={delta > 0 ? 'good' : 'bad'}>{text}</span>
}

function Changes({ title, issues }: { title: string; issues: readonly ComparedIssue[] }) {
  return (
    <div class="stack">
      <h3>
        {title} ({issues.length})
      </h3>
      {issues.length === 0 ? <p class="muted">None.</p> : <IssueLines issues={issues} />}
    </div>
  )
}

function Persisting({ issues }: { issues: readonly ComparedIssue[] }) {
  if (issues.length === 0) return null
  return (
    <details>
      <summary>Issues that stay ({issues.length})</summary>
      <IssueLines issues={issues} />
    </details>
  )
}

/** Issues in a line each. */
function IssueLines({ issues }: { issues: readonly ComparedIssue[] }) {
  return (
    <Paged items={issues} size={20} what="issues">
      {(shown) => (
        <ul class="plain lines">
          {shown.map(({ id, rule_id, severity, message }) => (
            <li key={id}>
              <Badge word={severity} /> <PageText text={message} /> <RuleLink id={rule_id} />
            </li>
          ))}
        </ul>
      )}
    </Paged>
  )
}
