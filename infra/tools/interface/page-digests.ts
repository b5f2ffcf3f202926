import { createHash } from 'node:crypto'
import { audit } from '#stages/score/audit.worker.ts'
import { readCorpus } from '#test/bench/corpus.ts'
import { goldenPages } from '#test/golden/golden-page.ts'
import { auditMaterial } from '#test/support/audit/audit-page.ts'

interface Page {
  readonly name: string
  readonly url: string
  readonly body: Uint8Array
}

/** Digests of the results for one page, by operation and field group. */
export type PageDigest = Readonly<Record<'metadata' | 'audit', Readonly<Record<string, string>>>>

const DIGEST_LENGTH = 16

/**
 * Digests of metadata and audits (all groups, mobile profile) of the golden pages, and optionally of the corpus where it is
 * available. The pages are processed in this process, so that the result depends on the page alone.
 */
export function pageDigests({ withCorpus }: { readonly withCorpus: boolean }): Record<string, PageDigest> {
  const pages = [...wholePages(), ...(withCorpus ? corpusPages() : [])]
  return Object.fromEntries(pages.map((page) => [page.name, digestOf(page)]))
}

function wholePages(): Page[] {
  return goldenPages().map(({ name, url, html }) => ({ name, url, body: html }))
}

function corpusPages(): Page[] {
  return (readCorpus() ?? []).map(({ file, url, body }) => ({ name: file, url, body }))
}

function digestOf({ url, body }: Page): PageDigest {
  const { material: input, body: bytes } = auditMaterial({ html: new Uint8Array(body), url })
  const request = { url, device: 'mobile', vitals: 'synthetic' } as const
  const { result, crashed } = audit({ input, body: bytes, request })
  return {
    metadata: digests({ ...input.metadata }),
    audit: digests({ ...result, findings: withoutTexts(result.issues), broken: crashed.map(({ id }) => id) }),
  }
}

/** Issues without the prose of their rules: tells a finding that changed from a sentence that changed. */
function withoutTexts(issues: readonly object[]): unknown {
  return issues.map((issue) => ({ ...issue, message: '', recommendation: '', why_it_matters: '' }))
}

function digests(groups: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(groups).map(([group, value]) => [group, digest(value)])
  return Object.fromEntries(entries)
}

function digest(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined'
  return createHash('sha256').update(text).digest('hex').slice(0, DIGEST_LENGTH)
}
