import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { hrefOf } from '../../../../state/address.ts'
import { setParameters } from '../../../../state/route.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Section } from '../../../../ui/facts.tsx'
import { Choice, TextFilter } from '../../../../ui/form/filter-fields.tsx'
import { plural, trimmed } from '../../../../ui/format.ts'
import { Empty } from '../../../../ui/notice.tsx'
import { numberColumn } from '../../../../ui/table/number-column.tsx'
import { type Column, DataTable } from '../../../../ui/table/table.tsx'
import { choicesOf, filterFindings, filterOf, rankOf } from '../filter.ts'
import type { ReportProps } from '../report-props.ts'
import { IssueDetails } from './issue-details.tsx'

type Issue = SiteReport['site_issues'][number]

/** What is wrong with the site as a whole, or one such issue with its items. */
export function Issues({ report, parameters }: ReportProps) {
  const chosen = parameters.get('issue')
  const issue = report.site_issues.find(({ id }) => id === chosen)
  if (issue !== undefined) return <IssueDetails report={report} issue={issue} parameters={parameters} />
  if (report.site_issues.length === 0) {
    return (
      <Empty title={`No site issues found${report.complete ? '' : ' so far'}`}>
        <p>Issues of links and sitemaps are found in crawls only.</p>
      </Empty>
    )
  }
  return <IssueTable report={report} parameters={parameters} />
}

function IssueTable({ report, parameters }: ReportProps) {
  const filter = filterOf(parameters)
  const rows = filterFindings(report.site_issues, { ...filter, category: '' }, ({ id }) => id)
  const severities = choicesOf(report.site_issues, ({ severity }) => severity)
  return (
    <Section title="Site issues" aside={<span class="small">{plural(rows.length, 'issue')}</span>}>
      <div class="fields" role="search" aria-label="Issues">
        <Choice label="Severity" name="severity" value={filter.severity} choices={severities} />
        <TextFilter label="Text" name="text" value={filter.text} />
      </div>
      <DataTable
        caption="Site issues"
        columns={columnsOf(report, parameters)}
        rows={rows}
        rowKey={({ id }) => id}
        sort={parameters.get('sort')}
        onSort={(sort) => setParameters({ sort })}
        empty={<p class="muted">No issue matches.</p>}
      />
    </Section>
  )
}

const twoDigits = (points: number) => trimmed(points, 2)

function columnsOf({ batch }: SiteReport, parameters: URLSearchParams): Column<Issue>[] {
  const given = Object.fromEntries(parameters)
  // The text of the items is another filter.
  const linkTo = (issue: string) =>
    hrefOf(['batches', batch.id, 'report'], { ...given, text: undefined, issue })
  return [
    {
      title: 'Severity',
      id: 'severity',
      cell: ({ severity }) => <Badge word={severity} />,
      sortBy: ({ severity }) => rankOf(severity),
    },
    {
      title: 'Issue',
      id: 'title',
      isLong: true,
      cell: ({ id, title }) => (
        <>
          <a href={linkTo(id)}>{title}</a> <code class="small">{id}</code>
        </>
      ),
      sortBy: ({ title }) => title,
    },
    numberColumn('URLs', ({ affected }) => affected, { id: 'affected' }),
    numberColumn('Occurrences', ({ items_total }) => items_total, { id: 'items_total' }),
    numberColumn('Points lost', ({ points }) => points, { id: 'points', format: twoDigits }),
  ]
}
