import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { Facts, Section } from '../../../../../ui/facts.tsx'
import { Remark } from '../../../../../ui/notice.tsx'
import { OutsideLink } from '../../../../../ui/page/address.tsx'
import { PageText } from '../../../../../ui/page/page-text.tsx'
import { orDash } from '../../../../../ui/table/or-dash.tsx'
import { type Column, DataTable } from '../../../../../ui/table/table.tsx'

type Languages = NonNullable<SeoAuditResult['i18n']>
type Alternate = Languages['hreflang'][number]

/** The language of the page and its versions in other languages. */
export function LanguagesPart({ i18n }: { i18n: Languages }) {
  return (
    <Section title="Languages">
      <Facts
        items={[
          ['Language of the page', i18n.language && <PageText text={i18n.language} />],
          ['Content-Language', i18n.content_language && <PageText text={i18n.content_language} />],
        ]}
      />
      {i18n.duplicates_or_conflicts && (
        <Remark kind="warn">The versions in other languages contradict each other.</Remark>
      )}
      <DataTable
        caption="Versions in other languages"
        columns={columns}
        rows={i18n.hreflang}
        rowKey={(_, index) => index}
        empty={<p class="muted">The page names no versions in other languages (hreflang).</p>}
      />
    </Section>
  )
}

const columns: readonly Column<Alternate>[] = [
  {
    title: 'hreflang',
    cell: ({ hreflang }) => <PageText text={hreflang} />,
    sortBy: ({ hreflang }) => hreflang,
  },
  { title: 'URL', isLong: true, cell: ({ href }) => orDash(href, (url) => <OutsideLink url={url} />) },
  {
    title: 'Status',
    isNumber: true,
    cell: ({ status }) => status ?? 'not checked',
    sortBy: ({ status }) => status,
  },
]
