import { Badge } from '../../../../../ui/badge.tsx'
import { Facts } from '../../../../../ui/facts.tsx'
import { formatCount, inWords, plural } from '../../../../../ui/format.ts'
import { OutsideLink } from '../../../../../ui/page/address.tsx'
import { PageText } from '../../../../../ui/page/page-text.tsx'
import { pointsInWords } from '../score/score-sum.ts'
import type { Issue, IssueGroup } from './issue-groups.ts'
import { Places } from './places.tsx'
import { idOfRule } from './rule-link.tsx'

interface Props {
  readonly group: IssueGroup
  /** Points of the overall score that the rule costs, in ten-thousandths. */
  readonly cost: number
  readonly isOpen: boolean
  setOpen(isOpen: boolean): void
}

/** Characters of a message that the closed rule shows. */
const LINE = 400

const efforts: Readonly<Record<string, string>> = { minutes: 'Minutes', hours: 'Hours', days: 'Days' }

/** The issues of one rule. Closed, it says what is wrong; open, also why, how to fix it, and where. */
export function RuleIssues({ group, cost, isOpen, setOpen }: Props) {
  const { rule, first, issues, places } = group
  return (
    <details
      class="rule"
      id={idOfRule(rule)}
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open !== isOpen && setOpen(currentTarget.open)}
    >
      <summary>
        <h3>
          <Badge word={first.severity} /> <PageText text={first.title ?? first.message} max={LINE} isShort />
        </h3>
        {first.title !== undefined && (
          <p class="found">
            <PageText text={first.message} max={LINE} isShort />
          </p>
        )}
        <p class="small">
          <code>{rule}</code> · {inWords(first.category)}
          {issues.length > 1 && ` · ${plural(issues.length, 'issue')}`}
          {places.length > 0 && ` · ${plural(places.length, 'occurrence')}`}
          {cost > 0 && ` · costs ${pointsInWords(cost)} of the overall score`}
        </p>
      </summary>
      {isOpen && <Details group={group} />}
    </details>
  )
}

function Details({ group: { first, issues, places } }: { group: IssueGroup }) {
  return (
    <div class="stack rule-details">
      {first.message.length > LINE && (
        <p>
          <PageText text={first.message} max={LINE} />
        </p>
      )}
      <p>
        <strong>Do this:</strong> <PageText text={first.recommendation} max={1000} />
      </p>
      <p>
        <strong>Why it matters:</strong> {first.why_it_matters}{' '}
        <OutsideLink url={first.docs_url}>Read on</OutsideLink>
      </p>
      <Facts
        items={[
          ['Impact', inWords(first.impact)],
          ['Effort', efforts[first.estimated_effort] ?? first.estimated_effort],
          ['Fix', first.fixable ? 'Without judgement or new content' : 'Needs judgement or new content'],
          ['Priority', formatCount(first.priority)],
          ['Issue', <code>{first.id}</code>],
        ]}
      />
      {first.thresholds && <Thresholds thresholds={first.thresholds} />}
      <Places places={places} issues={issues} />
    </div>
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
