import type { AuditSiteFacts, PageSiteFacts } from '#shared/messages/payloads/site-facts.ts'
import { encodePageFacts, withAuditFacts } from '#shared/messages/payloads/site-facts-text.ts'

/** The header of an outcome with these facts. */
export function factsText(page: PageSiteFacts, audit: AuditSiteFacts | null = null): string {
  const text = encodePageFacts(page)
  return audit === null ? text : withAuditFacts(text, audit)
}
