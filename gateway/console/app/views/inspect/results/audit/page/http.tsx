import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { Facts, Section } from '../../../../../ui/facts.tsx'
import { formatBytes, formatMs } from '../../../../../ui/format.ts'
import { OutsideLink } from '../../../../../ui/page/address.tsx'
import { PageText } from '../../../../../ui/page/page-text.tsx'
import { Redirects } from '../../../../../ui/page/redirects.tsx'
import { SumTable } from '../../../../../ui/table/sum-table.tsx'

type Http = NonNullable<SeoAuditResult['http']>

/** The answer of the page: status, headers, redirects. */
export function HttpPart({ http }: { http: Http }) {
  return (
    <Section title="HTTP response">
      <Facts
        items={[
          ['Status', http.status],
          ['Final URL', <OutsideLink url={http.final_url} />],
          ['Type', codeOf(http.content_type)],
          ['Encoding of the text', codeOf(http.charset)],
          ['Size', formatBytes(http.response_size_bytes)],
          ['Compression', codeOf(http.content_encoding) ?? 'none'],
          ['HTTP version', codeOf(http.version)],
          ['First byte after', http.ttfb_ms === null ? null : formatMs(http.ttfb_ms)],
          ['Cache-Control', codeOf(http.cache_control)],
          ['ETag', codeOf(http.etag)],
        ]}
      />
      <Redirects chain={http.redirect_chain} />
      <SecurityHeaders headers={http.security_headers} />
    </Section>
  )
}

function SecurityHeaders({ headers }: { headers: Http['security_headers'] }) {
  return (
    <>
      <h3>Security headers</h3>
      <SumTable
        caption="Security headers"
        columns={['Header', 'Value']}
        texts={['Value']}
        rows={Object.entries(headers).map(([name, value]) => [
          <code key="name">{name}</code>,
          value === null ? <span class="muted">not sent</span> : <PageText key="value" text={value} isCode />,
        ])}
      />
    </>
  )
}

function codeOf(text: string | null) {
  return text === null ? null : <PageText text={text} isCode />
}
