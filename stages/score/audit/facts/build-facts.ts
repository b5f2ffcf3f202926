import type { AuditInput } from '#shared/messages/payloads/audit-input.ts'
import type { AuditParameters } from '#shared/operations/seo-audit.ts'
import type { ProbeAnswer } from '#shared/ports/lookups.ts'
import { decodePage } from '#shared/web/html/charset.ts'
import { withoutFragment } from '#shared/web/without-fragment.ts'
import { parseDocument } from '../document/page-document.ts'
import type { ParseBudgets } from '../document/parse-tree.ts'
import type { Facts, HttpFacts, Probes } from './facts.ts'

export interface FactsRequest {
  readonly url: string
  readonly device: AuditParameters['device']
  readonly budgets: ParseBudgets
}

/** Builds the facts for the rules from the input of the audit and the bytes of the page. */
export function buildFacts(input: AuditInput, body: Uint8Array, request: FactsRequest): Facts {
  const { page, robots, sitemaps, llmsTxt, metadata, structured } = input
  const contentType = page.headers['content-type']?.[0] ?? null
  const { text, charset, source } = decodePage(body, contentType)
  const parsing = { url: page.finalUrl, charset, budgets: request.budgets }
  const document = parseDocument(text, { ...parsing, scripting: true })
  // Scripting changes only the content of `noscript`, so most pages are parsed once
  // (`infra/docs/decisions/two-parses.md`).
  const hasNoscript = /<noscript/i.test(text)
  return {
    request: { url: request.url, device: request.device, at: Date.parse(page.fetchedAt) },
    http: { ...httpOf(input, body.length), charset, charsetSource: source },
    document,
    scriptless: hasNoscript ? parseDocument(text, { ...parsing, scripting: false }) : document,
    robots,
    sitemaps,
    probes: probesOf(input.probes),
    targets: new Map(input.targets.map((target) => [target.url, target])),
    llmsTxt,
    metadata,
    structured,
  }
}

function httpOf({ page }: AuditInput, bodyBytes: number): Omit<HttpFacts, 'charset' | 'charsetSource'> {
  const none: readonly string[] = []
  return {
    finalUrl: new URL(page.finalUrl),
    status: page.status,
    header: (name) => page.headers[name] ?? none,
    redirects: page.redirects,
    bodyBytes,
    version: page.httpVersion,
    ttfbMs: page.ttfbMs,
  }
}

function probesOf(answers: readonly ProbeAnswer[]): Probes {
  const byUrl = new Map(answers.map((answer) => [answer.url, answer]))
  return { of: (url) => byUrl.get(withoutFragment(url)) }
}
