import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { Facts, Section } from '../../../../../ui/facts.tsx'
import { formatCount, formatMs, formatTime, inWords, plural } from '../../../../../ui/format.ts'
import { OutsideLink } from '../../../../../ui/page/address.tsx'
import { PageText } from '../../../../../ui/page/page-text.tsx'
import { SumTable } from '../../../../../ui/table/sum-table.tsx'
import { type Column, DataTable } from '../../../../../ui/table/table.tsx'
import { RuleNames } from '../../../findings/passed-rules.tsx'

type Context = NonNullable<SeoAuditResult['context']>
type Diagnostics = NonNullable<SeoAuditResult['diagnostics']>

/** The programs and services that the page seems to be made with. */
export function TechnologiesPart({ technologies }: { technologies: readonly string[] }) {
  return (
    <Section title="Technologies">
      {technologies.length === 0 ? (
        <p class="muted">None was recognized.</p>
      ) : (
        <ul class="plain many">
          {technologies.map((name) => (
            <li key={name}>
              <PageText text={name} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** The conditions of the audit. */
export function ContextPart({ context }: { context: Context }) {
  return (
    <Section title="The audit">
      <Facts
        items={[
          ['Requested URL', <OutsideLink url={context.requested_url} />],
          ['Final URL', <OutsideLink url={context.final_url} />],
          ['Device', context.device],
          ['Fetched', formatTime(context.fetched_at)],
          ['User agent', <PageText text={context.user_agent} isCode />],
          ['Judged by', context.method === 'raw_html' ? 'the HTML as sent, without scripts' : context.method],
          [
            'Content made by scripts',
            context.is_app_shell ? 'yes: the HTML has only a placeholder for its content' : 'no',
          ],
          ['Kind of page', context.page_type],
          ['Redirects', formatCount(context.redirects)],
        ]}
      />
    </Section>
  )
}

/** What was gathered for the audit, and the rules that did not judge. */
export function DiagnosticsPart({ diagnostics }: { diagnostics: Diagnostics }) {
  const { rules, gathered, parsing, timings_ms } = diagnostics
  return (
    <Section title="Diagnostics">
      <Facts
        items={[
          ['robots.txt', gathered.robots_txt],
          [
            'Sitemaps read',
            `${formatCount(gathered.sitemaps)}${gathered.sitemaps_complete ? '' : ', not all'}`,
          ],
          ['Files requested', formatCount(gathered.probes)],
          ['Pages requested', formatCount(gathered.targets)],
          ['Elements', formatCount(parsing.elements)],
          ['Mode of the document', parsing.quirks_mode],
          [
            'Read',
            parsing.truncated === null
              ? 'the whole page'
              : `a part of the page (limit: ${parsing.truncated})`,
          ],
          ['Structured data read', parsing.structured_data_truncated ? 'in part' : 'all'],
          ['Differs without scripts', parsing.scriptless_parse ? 'yes' : 'no'],
        ]}
      />
      {gathered.unasked.length > 0 && <Unasked unasked={gathered.unasked} />}
      <details>
        <summary>Rules that could not be decided ({formatCount(rules.undecided.length)})</summary>
        <DataTable
          caption="Rules that could not be decided"
          columns={undecidedColumns}
          rows={rules.undecided}
          rowKey={({ rule_id }) => rule_id}
        />
      </details>
      <details>
        <summary>Rules that do not apply to this page ({formatCount(rules.not_applicable.length)})</summary>
        <RuleNames rules={rules.not_applicable} />
      </details>
      <details>
        <summary>Times</summary>
        <SumTable
          caption="Times of the audit"
          columns={['Step', 'Time']}
          rows={Object.entries(timings_ms).map(([name, ms]) => [inWords(name), formatMs(ms)])}
        />
      </details>
    </Section>
  )
}

function Unasked({ unasked }: { unasked: Diagnostics['gathered']['unasked'] }) {
  return (
    <>
      <h3>Not requested</h3>
      <ul>
        {unasked.map(({ what, reason, count }) => (
          <li key={`${what} ${reason}`}>
            {inWords(what)}: {plural(count, 'URL')} ({reason.replaceAll('_', ' ')})
          </li>
        ))}
      </ul>
    </>
  )
}

const undecidedColumns: readonly Column<Diagnostics['rules']['undecided'][number]>[] = [
  { title: 'Rule', cell: ({ rule_id }) => <code>{rule_id}</code>, sortBy: ({ rule_id }) => rule_id },
  { title: 'Reason', cell: ({ reason }) => reason.replaceAll('_', ' '), sortBy: ({ reason }) => reason },
]
