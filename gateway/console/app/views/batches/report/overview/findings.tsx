import { hrefOf } from '../../../../state/address.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Section } from '../../../../ui/facts.tsx'
import { formatCount } from '../../../../ui/format.ts'
import { type Column, DataTable } from '../../../../ui/table/table.tsx'
import type { ReportProps } from '../report-props.ts'

interface Top {
  readonly id: string
  readonly severity: string
  readonly title: string
  readonly pages: number
  readonly href: string
}

/** Findings of each kind that the overview shows. */
const SHOWN = 5

const columns: readonly Column<Top>[] = [
  { title: 'Severity', cell: ({ severity }) => <Badge word={severity} /> },
  { title: 'Issue', isLong: true, cell: ({ title, href }) => <a href={href}>{title}</a> },
  { title: 'Pages', isNumber: true, cell: ({ pages }) => formatCount(pages) },
]

/** The site issues and the page issues that come first. */
export function Findings({ report }: Pick<ReportProps, 'report'>) {
  const path = ['batches', report.batch.id, 'report']
  const issues = report.site_issues.map((one) => ({
    ...one,
    pages: one.affected,
    href: hrefOf(path, { tab: 'issues', issue: one.id }),
  }))
  const rules = report.rules.map((one) => ({
    ...one,
    id: one.rule_id,
    href: hrefOf(path, { tab: 'rules', rule: one.rule_id }),
  }))
  return (
    <div class="columns">
      <Part title="Site issues" all={issues} href={hrefOf(path, { tab: 'issues' })} />
      {report.scores !== null && (
        <Part title="Page issues" all={rules} href={hrefOf(path, { tab: 'rules' })} />
      )}
    </div>
  )
}

function Part({ title, all, href }: { title: string; all: readonly Top[]; href: string }) {
  const rows = all.slice(0, SHOWN)
  return (
    <Section title={title} aside={<a href={href}>All {formatCount(all.length)}</a>}>
      <DataTable
        caption={title}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        empty={<p class="good">None found.</p>}
      />
    </Section>
  )
}
