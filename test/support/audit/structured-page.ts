import { decodePage } from '#shared/web/html/charset.ts'
import { toStructuredDataInput } from '#stages/extract/audit/structured-data-input.ts'
import { collectFacts } from '#stages/extract/facts/collect-facts.ts'
import { structuredDataOf } from '#stages/extract/structured-data/structured-data.ts'
import { type AuditPage, PAGE_URL } from '#test/support/audit/audit-page.ts'

/** A page whose structured data the service's own extraction reads. */
export function structuredPage(html: string | Uint8Array, page: AuditPage = {}): AuditPage {
  const { url = PAGE_URL, headers = {} } = page
  const contentType = String(headers['content-type'] ?? 'text/html; charset=utf-8')
  const body = typeof html === 'string' ? new Uint8Array(Buffer.from(html)) : html
  const fetched = {
    url,
    finalUrl: url,
    status: 200,
    headers: {},
    redirects: [],
    fetchedAt: '2026-03-01T12:00:00.000Z',
    isCut: false,
    body,
    uaFamily: 'mobile',
    robotsTxtAllowed: true,
  } as const
  const facts = collectFacts(decodePage(body, contentType), fetched)
  return { ...page, html, structured: toStructuredDataInput(structuredDataOf({ facts })) }
}

/** A JSON-LD block of schema.org; several items form a graph. */
export function jsonLd(...items: readonly object[]): string {
  const graph = items.length === 1 ? items[0] : { '@graph': items }
  return `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...graph })}</script>`
}
