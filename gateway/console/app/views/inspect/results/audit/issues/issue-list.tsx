import { useMemo } from 'preact/hooks'
import { route, setParameters } from '../../../../../state/route.ts'
import { Section } from '../../../../../ui/facts.tsx'
import { formatCount, plural } from '../../../../../ui/format.ts'
import { Empty } from '../../../../../ui/notice.tsx'
import { Paged } from '../../../../../ui/table/paged.tsx'
import { FilterForm } from './filter-form.tsx'
import { filterParameters, filtersOf, matches } from './issue-filters.ts'
import { groupsOf, type Issue } from './issue-groups.ts'
import { RuleIssues } from './rule-issues.tsx'
import { OPEN } from './rule-link.tsx'

interface Props {
  readonly issues: readonly Issue[]
  /** Points of the overall score that each rule costs, in ten-thousandths. */
  readonly costs: ReadonlyMap<string, number>
}

/** Rules that are shown at first. */
const PAGE = 25

/** The issues by rule, what to mend first in front, with filters that the address keeps. */
export function IssueList({ issues, costs }: Props) {
  const { parameters } = route.value
  const filters = filtersOf(parameters)
  const key = JSON.stringify(filters)
  const groups = useMemo(() => groupsOf(issues.filter((issue) => matches(issue, filters))), [issues, key])
  const open = (parameters.get(OPEN) ?? '').split(',').filter(Boolean)
  const lastOpen = groups.findLastIndex(({ rule }) => open.includes(rule))
  const shownIssues = groups.reduce((sum, group) => sum + group.issues.length, 0)
  return (
    <Section
      title="Issues"
      aside={
        <p class="muted" role="status">
          {formatCount(shownIssues)} of {plural(issues.length, 'issue')}, {plural(groups.length, 'rule')}
        </p>
      }
    >
      {issues.length > 0 && <FilterForm filters={filters} issues={issues} />}
      {groups.length === 0 && <NoIssues isFiltered={issues.length > 0} />}
      <Paged key={key} items={groups} size={PAGE} atLeast={lastOpen + 1} what="rules">
        {(shown) => (
          <div class="rules">
            {shown.map((group) => (
              <RuleIssues
                key={group.rule}
                group={group}
                cost={costs.get(group.rule) ?? 0}
                isOpen={open.includes(group.rule)}
                setOpen={(isOpen) => setParameters({ [OPEN]: withRule(open, group.rule, isOpen) })}
              />
            ))}
          </div>
        )}
      </Paged>
    </Section>
  )
}

function NoIssues({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) return <Empty title="No rule failed" />
  const clear = () =>
    setParameters(Object.fromEntries(Object.values(filterParameters).map((name) => [name, undefined])))
  return (
    <Empty title="No issue matches the filters">
      <button type="button" onClick={clear}>
        Show all issues
      </button>
    </Empty>
  )
}

function withRule(open: readonly string[], rule: string, isOpen: boolean): string {
  const others = open.filter((one) => one !== rule)
  return (isOpen ? [...others, rule] : others).join(',')
}
