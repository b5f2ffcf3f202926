import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { hrefOf } from '../../../../state/address.ts'
import { setParameters } from '../../../../state/route.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Section } from '../../../../ui/facts.tsx'
import { Choice, TextFilter } from '../../../../ui/form/filter-fields.tsx'
import { formatShare, inWords, plural, trimmed } from '../../../../ui/format.ts'
import { Empty } from '../../../../ui/notice.tsx'
import { numberColumn } from '../../../../ui/table/number-column.tsx'
import { type Column, DataTable } from '../../../../ui/table/table.tsx'
import { choicesOf, type Filter, filterFindings, filterOf, rankOf } from '../filter.ts'
import type { ReportProps } from '../report-props.ts'
import { RuleDetails } from './rule-details.tsx'

type Rule = SiteReport['rules'][number]

/** The rules that pages failed, or one of them with its examples. */
export function Rules({ report, parameters }: ReportProps) {
  const chosen = parameters.get('rule')
  const rule = report.rules.find(({ rule_id }) => rule_id === chosen)
  if (report.scores === null) {
    return (
      <Empty title="These pages were not audited">
        <p>Page issues are part of the SEO audit.</p>
      </Empty>
    )
  }
  if (rule !== undefined) return <RuleDetails report={report} rule={rule} parameters={parameters} />
  return <RuleTable report={report} parameters={parameters} />
}

function RuleTable({ report, parameters }: ReportProps) {
  const filter = filterOf(parameters)
  const rows = filterFindings(report.rules, filter, ({ rule_id }) => rule_id)
  return (
    <Section title="Page issues" aside={<span class="small">{plural(rows.length, 'issue')}</span>}>
      <RuleFilters rules={report.rules} filter={filter} />
      <DataTable
        caption="Page issues"
        columns={columnsOf(report, parameters)}
        rows={rows}
        rowKey={({ rule_id }) => rule_id}
        sort={parameters.get('sort')}
        onSort={(sort) => setParameters({ sort })}
        empty={<p class="muted">No issue matches.</p>}
      />
    </Section>
  )
}

function RuleFilters({ rules, filter }: { rules: readonly Rule[]; filter: Filter }) {
  const severities = choicesOf(rules, ({ severity }) => severity)
  return (
    <div class="fields" role="search" aria-label="Page issues">
      <Choice label="Severity" name="severity" value={filter.severity} choices={severities} />
      <Choice
        label="Category"
        name="category"
        value={filter.category}
        choices={choicesOf(rules, ({ category }) => category)}
      />
      <TextFilter label="Text" name="text" value={filter.text} />
    </div>
  )
}

const twoDigits = (points: number) => trimmed(points, 2)

function columnsOf({ batch }: SiteReport, parameters: URLSearchParams): Column<Rule>[] {
  const given = Object.fromEntries(parameters)
  const linkTo = (rule: string) => hrefOf(['batches', batch.id, 'report'], { ...given, rule })
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
      cell: ({ rule_id, title }) => (
        <>
          <a href={linkTo(rule_id)}>{title}</a> <code class="small">{rule_id}</code>
        </>
      ),
      sortBy: ({ title }) => title,
    },
    {
      title: 'Category',
      id: 'category',
      cell: ({ category }) => inWords(category),
      sortBy: (one) => one.category,
    },
    numberColumn('Pages', ({ pages }) => pages, { id: 'pages' }),
    numberColumn('Share', ({ share }) => share, { id: 'share', format: formatShare }),
    numberColumn('Elements', ({ elements }) => elements, { id: 'elements' }),
    numberColumn('Points lost', ({ points }) => points, { id: 'points', format: twoDigits }),
  ]
}
