import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { hrefOf } from '../../../../state/address.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Facts, Section } from '../../../../ui/facts.tsx'
import { TextFilter } from '../../../../ui/form/filter-fields.tsx'
import { formatCount, trimmed } from '../../../../ui/format.ts'
import { OutsideLink } from '../../../../ui/page/address.tsx'
import { hasText } from '../../../../ui/table/has-text.ts'
import { itemTexts } from '../item-words.ts'
import type { ReportProps } from '../report-props.ts'
import { ItemTable } from './item-table.tsx'

type Issue = SiteReport['site_issues'][number]

/** One issue of the site: why it matters, what to do, and where it was found. */
export function IssueDetails({ report, issue, parameters }: ReportProps & { readonly issue: Issue }) {
  const text = parameters.get('text') ?? ''
  const items = issue.items.filter((item) => hasText(itemTexts(item), text))
  const others = { ...Object.fromEntries(parameters), issue: undefined, text: undefined }
  return (
    <Section
      title={issue.title}
      aside={<a href={hrefOf(['batches', report.batch.id, 'report'], others)}>All issues</a>}
    >
      <Facts
        items={[
          ['Severity', <Badge word={issue.severity} />],
          ['Rule', <code>{issue.id}</code>],
          ['URLs', formatCount(issue.affected)],
          ['Occurrences', formatCount(issue.items_total)],
          ['Points lost', trimmed(issue.points, 2)],
          ['Authority', <OutsideLink url={issue.docs_url} />],
        ]}
      />
      <p>
        <strong>Why it matters:</strong> {issue.why}
      </p>
      <p>
        <strong>How to fix:</strong> {issue.fix}
      </p>
      <h3>Occurrences</h3>
      <div class="fields" role="search" aria-label="Occurrences">
        <TextFilter label="Text" name="text" value={text} />
      </div>
      <ItemTable caption={issue.title} items={items} />
      {issue.items_total > issue.items.length && (
        <p class="small">
          The report has the first {formatCount(issue.items.length)} of {formatCount(issue.items_total)}{' '}
          occurrences.
        </p>
      )}
      <p>
        <a href={hrefOf(['batches', report.batch.id, 'pages'], { rule: issue.id })}>
          All pages with this issue
        </a>
      </p>
    </Section>
  )
}
