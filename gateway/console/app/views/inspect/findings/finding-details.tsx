import { Badge } from '../../../ui/badge.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { formatCount, inWords } from '../../../ui/format.ts'
import { OutsideLink } from '../../../ui/page/address.tsx'
import { PageText } from '../../../ui/page/page-text.tsx'
import type { Issue } from '../results/audit/issues/issue-groups.ts'
import { Places } from '../results/audit/issues/places.tsx'
import { TipItems, tipInWords } from '../results/performance/tip-items.tsx'
import type { Finding } from './finding.ts'

/** Characters of a message from which on it is repeated whole: a closed row cuts it. */
const LONG = 400

/** How to fix a finding, why it matters, and every element and file that shows it. */
export function FindingDetails({ finding }: { finding: Finding }) {
  const { found, fix, why, docsUrl, group, tip } = finding
  return (
    <div class="stack rule-details">
      {found !== null && found.length > LONG && (
        <p>
          <PageText text={found} max={LONG} />
        </p>
      )}
      {fix !== null && (
        <p>
          <strong>Fix:</strong> <PageText text={fix} max={1000} />
        </p>
      )}
      <p>
        {why !== null && (
          <>
            <strong>Why it matters:</strong> {why}{' '}
          </>
        )}
        {docsUrl !== null && <OutsideLink url={docsUrl}>Read on</OutsideLink>}
      </p>
      {group !== null && <IssueFacts issue={group.first} />}
      {group !== null && <Places places={group.places} issues={group.issues} />}
      {tip !== null && <p class="small">{tipInWords(tip)}</p>}
      {tip !== null && <TipItems tip={tip} />}
    </div>
  )
}

function IssueFacts({ issue }: { issue: Issue }) {
  return (
    <>
      <Facts
        items={[
          ['Impact', inWords(issue.impact)],
          ['Effort', inWords(issue.estimated_effort)],
          ['Fix', issue.fixable ? 'Without judgement or new content' : 'Needs judgement or new content'],
          ['Priority', formatCount(issue.priority)],
        ]}
      />
      {issue.thresholds && <Thresholds thresholds={issue.thresholds} />}
    </>
  )
}

function Thresholds({ thresholds }: { thresholds: NonNullable<Issue['thresholds']> }) {
  return (
    <p>
      <Badge word="good" /> {thresholds.good} <Badge word="needs-improvement" />{' '}
      {thresholds.needs_improvement} <Badge word="poor" /> {thresholds.poor}
    </p>
  )
}
