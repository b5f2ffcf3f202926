import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { Badge } from '../../../../../ui/badge.tsx'
import { Section } from '../../../../../ui/facts.tsx'
import { formatCount, plural } from '../../../../../ui/format.ts'
import { PageText } from '../../../../../ui/page/page-text.tsx'
import { orDash } from '../../../../../ui/table/or-dash.tsx'
import { type Column, DataTable } from '../../../../../ui/table/table.tsx'
import { RuleLink } from '../../../findings/rule-link.tsx'

type StructuredData = NonNullable<SeoAuditResult['structured_data']>
type Finding = StructuredData['errors'][number] & { readonly severity: 'error' | 'warning' }
type Schema = StructuredData['schemas_found'][number]

/** The structured data of the page, and what is wrong with it. */
export function StructuredDataPart({ data }: { data: StructuredData }) {
  const findings: readonly Finding[] = [
    ...data.errors.map((one) => ({ ...one, severity: 'error' as const })),
    ...data.warnings.map((one) => ({ ...one, severity: 'warning' as const })),
  ]
  return (
    <Section
      title="Structured data"
      aside={
        <Badge
          word={data.valid ? 'good' : 'error'}
          text={data.valid ? 'No errors' : plural(data.errors.length, 'error')}
        />
      }
    >
      <p>
        {data.count === 0
          ? 'The page has no structured data.'
          : `${plural(data.count, 'item')} of structured data.`}
        {data.truncated && ' The page has more than was read.'}
      </p>
      {data.schemas_found.length > 0 && (
        <DataTable
          caption="Items of structured data"
          columns={schemaColumns}
          rows={data.schemas_found}
          rowKey={(_, index) => index}
        />
      )}
      {findings.length > 0 && (
        <>
          <h3>Findings ({formatCount(findings.length)})</h3>
          <DataTable
            caption="Findings in the structured data"
            columns={findingColumns}
            rows={findings}
            rowKey={(_, index) => index}
          />
        </>
      )}
    </Section>
  )
}

const schemaColumns: readonly Column<Schema>[] = [
  { title: 'Type', cell: (one) => textOf(one['@type']), sortBy: (one) => one['@type'] },
  { title: 'Name', isLong: true, cell: ({ name }) => textOf(name), sortBy: ({ name }) => name },
  { title: 'Syntax', cell: ({ syntax }) => textOf(syntax), sortBy: ({ syntax }) => syntax },
]

const findingColumns: readonly Column<Finding>[] = [
  {
    title: 'Severity',
    cell: ({ severity }) => <Badge word={severity} />,
    sortBy: ({ severity }) => severity,
  },
  { title: 'Type', cell: ({ type }) => textOf(type), sortBy: ({ type }) => type },
  { title: 'Property', cell: ({ path }) => textOf(path), sortBy: ({ path }) => path },
  { title: 'Message', isLong: true, cell: ({ message }) => textOf(message) },
  { title: 'Rule', cell: ({ rule_id }) => <RuleLink id={rule_id} />, sortBy: ({ rule_id }) => rule_id },
]

function textOf(text: string | null) {
  return orDash(text || null, (shown) => <PageText text={shown} />)
}
