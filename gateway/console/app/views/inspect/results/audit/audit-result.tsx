import { useMemo } from 'preact/hooks'
import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { type OutlinePage, OutlinePageContext, selectorsOfIssues } from '../outlines/outline-page.tsx'
import type { Partly } from '../partial.ts'
import type { ResultProps } from '../result-props.ts'
import { AuditsOverTime } from './history/audits-over-time.tsx'
import { Differences } from './history/differences.tsx'
import { IssueList } from './issues/issue-list.tsx'
import { PassedRules } from './issues/passed-rules.tsx'
import { ListedRules } from './issues/rule-link.tsx'
import { TopFixes } from './issues/top-fixes.tsx'
import { IndexabilityPart } from './page/indexability.tsx'
import { PageParts } from './page/page-parts.tsx'
import { AuditScore } from './score/audit-score.tsx'
import { auditSumOf, costsOf } from './score/score-sum.ts'

const NO_COSTS: ReadonlyMap<string, number> = new Map()

/** The result of the operation `seo-audit`. A group that is absent leaves its part out. */
export function SeoAuditResultView({ result, parameters }: ResultProps<SeoAuditResult>) {
  const audit: Partly<SeoAuditResult> = result
  const { scoring, summary, issues, indexability, diff, url } = audit
  const sum = useMemo(() => (scoring ? auditSumOf(scoring) : null), [scoring])
  const costs = useMemo(() => (sum === null ? NO_COSTS : costsOf(sum)), [sum])
  const device = scoring?.device ?? audit.context?.device ?? parameters.device
  const rules = useMemo(() => new Set(issues?.map(({ source_rule }) => source_rule)), [issues])
  const page = useMemo<OutlinePage | null>(
    () => (url ? { url, device: device ?? 'desktop', selectors: selectorsOfIssues(issues ?? []) } : null),
    [url, device, issues],
  )
  return (
    <ListedRules.Provider value={rules}>
      <OutlinePageContext.Provider value={page}>
        <div class="stack audit">
          {scoring && sum && <AuditScore scoring={scoring} sum={sum} summary={summary} />}
          {indexability && <IndexabilityPart indexability={indexability} />}
          {diff && <Differences diff={diff} />}
          {summary && <TopFixes fixes={summary.top_fixes} issues={issues ?? []} costs={costs} />}
          {issues && <IssueList issues={issues} costs={costs} />}
          {summary && <PassedRules passed={summary.passed} />}
          <PageParts audit={audit} />
          {url && <AuditsOverTime key={`${url} ${device}`} url={url} device={device} audit={audit} />}
        </div>
      </OutlinePageContext.Provider>
    </ListedRules.Provider>
  )
}
