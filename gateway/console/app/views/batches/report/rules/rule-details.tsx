import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { hrefOf } from '../../../../state/address.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Facts, Section } from '../../../../ui/facts.tsx'
import { formatCount, formatShare, inWords, plural, trimmed } from '../../../../ui/format.ts'
import { OutsideLink } from '../../../../ui/page/address.tsx'
import { PageText } from '../../../../ui/page/page-text.tsx'
import { type Column, DataTable } from '../../../../ui/table/table.tsx'
import type { ReportProps } from '../report-props.ts'

type Rule = SiteReport['rules'][number]
type Example = Rule['examples'][number]

const columns: readonly Column<Example>[] = [
  { title: 'Page', isLong: true, cell: ({ url }) => <OutsideLink url={url} /> },
  { title: 'What is wrong', isLong: true, cell: ({ message }) => <PageText text={message} /> },
  { title: 'Element', isLong: true, cell: (example) => <ElementCell {...example} /> },
]

/** An element of a page: where it is, and how it begins. */
export function ElementCell({ selector, snippet }: Pick<Example, 'selector' | 'snippet'>) {
  if (selector === null && snippet === null) return <span class="muted">–</span>
  return (
    <>
      {selector !== null && <PageText text={selector} isCode />}
      {snippet !== null && (
        <p class="snippet">
          <PageText text={snippet} isCode />
        </p>
      )}
    </>
  )
}

/** One rule that pages failed: what to do, and the first pages that failed it. */
export function RuleDetails({ report, rule, parameters }: ReportProps & { readonly rule: Rule }) {
  const others = { ...Object.fromEntries(parameters), rule: undefined }
  return (
    <Section
      title={rule.title}
      aside={<a href={hrefOf(['batches', report.batch.id, 'report'], others)}>All page issues</a>}
    >
      <Facts
        items={[
          ['Severity', <Badge word={rule.severity} />],
          ['Category', inWords(rule.category)],
          ['Rule', <code>{rule.rule_id}</code>],
          ['Pages', `${formatCount(rule.pages)} (${formatShare(rule.share)})`],
          ['Elements', formatCount(rule.elements)],
          ['Points lost', trimmed(rule.points, 2)],
          ['Authority', <OutsideLink url={rule.docs_url} />],
        ]}
      />
      <p>
        <strong>How to fix:</strong> {rule.fix}
      </p>
      <h3>Examples</h3>
      <DataTable
        caption="Examples of pages"
        columns={columns}
        rows={rule.examples}
        rowKey={(_, index) => index}
      />
      <p>
        <a href={hrefOf(['batches', report.batch.id, 'pages'], { rule: rule.rule_id })}>
          All {plural(rule.pages, 'page')}
        </a>
      </p>
    </Section>
  )
}
