import type { AuditSiteFacts, FailedPageRule, PageSiteFacts } from '#shared/messages/payloads/site-facts.ts'

/** Facts of a page that answers with 200 and says nothing more. */
export function pageFacts(finalUrl: string, more: Partial<PageSiteFacts> = {}): PageSiteFacts {
  return {
    ...{ finalUrl, status: 200, redirects: [], isBlocked: false, title: null, description: null, h1: null },
    ...{ canonical: null, isNoindex: false, isAllowed: true, alternates: [], links: [], nodes: [] },
    ...{ words: 1, bytes: 2, text: null },
    ...more,
  }
}

/** A rule about pages that a page failed. */
export function failedRule(id: string, more: Partial<FailedPageRule> = {}): FailedPageRule {
  return {
    ...{ id, category: 'content', severity: 'error', title: `Title of ${id}`, fix: 'Mend it.', elements: 1 },
    ...{ docsUrl: 'https://authority.test/', selector: null, snippet: null, message: 'm' },
    ...{ points: 0, evidence: [] },
    ...more,
  }
}

/** An audit in which a page failed these rules. */
export function auditFacts(overall: number, rules: readonly FailedPageRule[]): AuditSiteFacts {
  return { ruleVersion: '1.0.0', overall, byCategory: { content: overall }, rules: [...rules] }
}
