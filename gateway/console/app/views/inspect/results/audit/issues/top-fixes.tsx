import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { Badge } from '../../../../../ui/badge.tsx'
import { Section } from '../../../../../ui/facts.tsx'
import { PageText } from '../../../../../ui/page/page-text.tsx'
import { pointsInWords } from '../score/score-sum.ts'
import type { Issue } from './issue-groups.ts'
import { RuleLink } from './rule-link.tsx'

type Fix = NonNullable<SeoAuditResult['summary']>['top_fixes'][number]

interface Props {
  readonly fixes: readonly Fix[]
  /** To find the rule of each fix; empty when the issues are absent. */
  readonly issues: readonly Issue[]
  readonly costs: ReadonlyMap<string, number>
}

/** What to fix first: the fixes that gain most for their effort. */
export function TopFixes({ fixes, issues, costs }: Props) {
  if (fixes.length === 0) return null
  const rules = new Map(issues.map(({ id, source_rule }) => [id, source_rule]))
  return (
    <Section title="Fix these first">
      <ol class="fixes">
        {fixes.map((fix) => (
          <TopFix key={fix.id} fix={fix} rule={rules.get(fix.id)} costs={costs} />
        ))}
      </ol>
    </Section>
  )
}

function TopFix({ fix, rule, costs }: { fix: Fix; rule: string | undefined; costs: Props['costs'] }) {
  const gain = costs.get(rule ?? '') ?? 0
  return (
    <li>
      <p>
        {fix.title !== undefined && <strong>{fix.title}: </strong>}
        <PageText text={fix.quick_fix} max={600} /> <Badge word={fix.impact} text={`${fix.impact} impact`} />
      </p>
      <p class="small">
        {fix.why_it_matters} {gain > 0 && `Gains ${pointsInWords(gain)}. `}
        {fix.estimated_effort !== undefined && `Effort: ${fix.estimated_effort}. `}
        {rule !== undefined && <RuleLink id={rule} text={`Show ${rule}`} />}
      </p>
    </li>
  )
}
