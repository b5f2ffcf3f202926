import { useMemo } from 'preact/hooks'
import { route, setParameters } from '../../../state/route.ts'
import { Section } from '../../../ui/facts.tsx'
import { formatCount, plural } from '../../../ui/format.ts'
import { Empty } from '../../../ui/notice.tsx'
import { Paged } from '../../../ui/table/paged.tsx'
import { FilterForm } from './filter-form.tsx'
import { filtersOf, unfiltered } from './filters.ts'
import { FindingRow } from './finding-row.tsx'
import { type FilteredFindings, type FindingSources, filteredFindings } from './page-findings.ts'
import { OPEN } from './rule-link.tsx'

/** Findings that are shown at first. */
const PAGE = 25

/** All findings, what to fix first in front, with filters that the address keeps. */
export function FindingList({ audit, performance }: FindingSources) {
  const { parameters } = route.value
  const filters = filtersOf(parameters)
  const key = JSON.stringify(filters)
  const filtered = useMemo(() => filteredFindings({ audit, performance }, filters), [audit, performance, key])
  const { findings, issues, tips } = filtered
  const open = (parameters.get(OPEN) ?? '').split(',').filter(Boolean)
  const lastOpen = findings.findLastIndex(({ id }) => open.includes(id))
  const hasAny = issues.all + tips.all > 0
  return (
    <Section
      title="All findings"
      aside={
        <p class="muted" role="status">
          {countsInWords(filtered)}
        </p>
      }
    >
      {hasAny && <FilterForm filters={filters} {...choicesOf({ audit, performance })} />}
      {findings.length === 0 && <NoFindings isFiltered={hasAny} />}
      <Paged key={key} items={findings} size={PAGE} atLeast={lastOpen + 1} what="findings">
        {(shown) => (
          <div class="rules">
            {shown.map((finding) => (
              <FindingRow
                key={finding.id}
                finding={finding}
                isOpen={open.includes(finding.id)}
                setOpen={(isOpen) => setParameters({ [OPEN]: withFinding(open, finding.id, isOpen) })}
              />
            ))}
          </div>
        )}
      </Paged>
    </Section>
  )
}

function countsInWords({ findings, issues, tips }: FilteredFindings): string {
  const rules = findings.filter(({ operation }) => operation === 'seo-audit').length
  return [
    ...(issues.all === 0
      ? []
      : [`${formatCount(issues.shown)} of ${plural(issues.all, 'issue')}, ${plural(rules, 'rule')}`]),
    ...(tips.all === 0 ? [] : [`${formatCount(tips.shown)} of ${plural(tips.all, 'tip')}`]),
  ].join(', ')
}

/** What the filters offer. */
function choicesOf({ audit, performance }: FindingSources) {
  const tips = performance?.tips ?? []
  const categories = new Set((audit?.issues ?? []).map(({ category }) => category as string))
  if (tips.length > 0) categories.add('performance')
  return {
    categories: [...categories].sort(),
    operations: [...(audit === null ? [] : ['seo-audit']), ...(performance === null ? [] : ['performance'])],
  }
}

function NoFindings({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) return <Empty title="Nothing was found" />
  return (
    <Empty title="No finding matches the filters">
      <button type="button" onClick={() => setParameters(unfiltered)}>
        Show all findings
      </button>
    </Empty>
  )
}

function withFinding(open: readonly string[], id: string, isOpen: boolean): string {
  const others = open.filter((one) => one !== id)
  return (isOpen ? [...others, id] : others).join(',')
}
