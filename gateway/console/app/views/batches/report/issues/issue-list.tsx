import { type Finding, findingsOf } from '#shared/operations/results/site-findings.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Section } from '../../../../ui/facts.tsx'
import { FilterBox } from '../../../../ui/form/filter-box.tsx'
import { Choice, TextFilter } from '../../../../ui/form/filter-fields.tsx'
import { formatCount, plural } from '../../../../ui/format.ts'
import { Empty } from '../../../../ui/notice.tsx'
import { Paged } from '../../../../ui/table/paged.tsx'
import { choicesOf, type Filter, filterOf } from '../filter.ts'
import type { ReportProps } from '../report-props.ts'
import { IssueEntry } from './issue-entry.tsx'
import { filterIssues } from './issues.ts'

/** Issues that are shown at first, and with each further part. */
const SHOWN = 50

/** All findings of a batch in one list, the worst first; the first one is open, also of those that a filter leaves. */
export function IssueList({ report, parameters, linkTo }: ReportProps) {
  const issues = findingsOf(report)
  const filter = filterOf(parameters)
  const shown = filterIssues(issues, filter)
  if (issues.length === 0) return <NoIssues report={report} />
  return (
    <Section title="Fix first" aside={<Count all={issues.length} shown={shown.length} />}>
      {!report.complete && (
        <p>
          <Badge word="info" text="Preliminary" /> {plural(report.pages.total, 'page')} so far. Updates
          automatically.
        </p>
      )}
      <Filters issues={issues} filter={filter} />
      {shown.length === 0 && <p class="muted">No issue matches.</p>}
      <Paged key={Object.values(filter).join(' ')} items={shown} size={SHOWN} what="issues">
        {(entries) => (
          <ul class="plain issue-entries">
            {entries.map((issue, index) => (
              <li key={issue.id}>
                <IssueEntry
                  issue={issue}
                  batch={report.batch.id}
                  isOpenAtFirst={index === 0}
                  pagesHref={linkTo({ tab: 'pages', rule: issue.id })}
                />
              </li>
            ))}
          </ul>
        )}
      </Paged>
    </Section>
  )
}

function Count({ all, shown }: { all: number; shown: number }) {
  return (
    <span class="small" role="status">
      {shown === all ? plural(all, 'issue') : `${formatCount(shown)} of ${plural(all, 'issue')}`}
    </span>
  )
}

function Filters({ issues, filter }: { issues: readonly Finding[]; filter: Filter }) {
  const set = Object.values(filter).filter((one) => one !== '').length
  return (
    <FilterBox title="Filter" set={set}>
      <div class="fields" role="search" aria-label="Issues">
        <Choice
          label="Severity"
          name="severity"
          value={filter.severity}
          choices={choicesOf(issues, ({ severity }) => severity)}
        />
        <Choice
          label="Category"
          name="category"
          value={filter.category}
          choices={choicesOf(issues, ({ category }) => category)}
        />
        <TextFilter label="Text" name="text" value={filter.text} />
      </div>
    </FilterBox>
  )
}

function NoIssues({ report: { complete, pages, scores } }: Pick<ReportProps, 'report'>) {
  if (!complete) return <Empty title="No issues so far" />
  if (pages.total > pages.failed) {
    return (
      <Empty title="No issues found">
        {scores === null && <p>These pages were not audited: issues of pages are part of the SEO audit.</p>}
      </Empty>
    )
  }
  return (
    <Empty title="Nothing could be checked">
      <p>No page could be read. Check the URL in a browser, then try again.</p>
    </Empty>
  )
}
