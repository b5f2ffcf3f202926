import { useMemo } from 'preact/hooks'
import { Badge } from '../../../ui/badge.tsx'
import { Section } from '../../../ui/facts.tsx'
import { Remark } from '../../../ui/notice.tsx'
import { beginningOf } from '../../../ui/page/control-marks.ts'
import { PageText } from '../../../ui/page/page-text.tsx'
import { filtersOf } from './filters.ts'
import type { Finding } from './finding.ts'
import { FindingDetails } from './finding-details.tsx'
import { gainInWords } from './gain.ts'
import { type FindingSources, filteredFindings } from './page-findings.ts'

/** Findings that are named. */
const MOST = 5
/** Characters of a title, and of a fix, in a closed row. */
const [TITLE, FIX] = [120, 240]

const noFilters = filtersOf(new URLSearchParams())

export interface FixFirstProps extends FindingSources {
  /** Whether a check that has findings is under way. */
  readonly isPending: boolean
}

/** What to fix first, of the audit and the lab in one list: what is wrong, how to fix it, what that gains and what it takes. */
export function FixFirst({ audit, performance, isPending }: FixFirstProps) {
  const { findings } = useMemo(
    () => filteredFindings({ audit, performance }, noFilters),
    [audit, performance],
  )
  const isEmpty = findings.length === 0
  return (
    <Section title="Fix first">
      {isEmpty && !isPending && <Remark kind="good">Nothing to fix was found.</Remark>}
      <ol class="fixes plain">
        {findings.slice(0, MOST).map((finding) => (
          <Fix key={finding.id} finding={finding} />
        ))}
        {isPending &&
          Array.from({ length: Math.max(0, MOST - findings.length) }, (_, index) => (
            <li key={index} class="fix-skeleton" aria-hidden="true" />
          ))}
      </ol>
    </Section>
  )
}

function Fix({ finding }: { finding: Finding }) {
  const { severity, title, fix, effort, gain, operation } = finding
  const about = [
    gainInWords(gain),
    effort === null ? '' : `effort: ${effort}`,
    operation === 'performance' ? 'lab' : 'SEO audit',
  ]
  return (
    <li>
      <h3>
        <Badge word={severity} /> <PageText text={shortened(title, TITLE)} isShort />
      </h3>
      {fix !== null && (
        <p>
          <PageText text={shortened(fix, FIX)} isShort />
        </p>
      )}
      <details>
        <summary class="small">{about.filter(Boolean).join(' · ')} · Details</summary>
        <FindingDetails finding={finding} />
      </details>
    </li>
  )
}

/** The beginning of a text, with an ellipsis where it was cut. */
function shortened(text: string, max: number): string {
  return text.length <= max ? text : `${beginningOf(text, max)}…`
}
