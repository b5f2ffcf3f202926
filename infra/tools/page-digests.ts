import { createHash } from 'node:crypto'
import { audit } from '#stages/score/score.worker.ts'
import { type SavedPage, savedPages } from '#test/bench/saved-pages.ts'
import { auditMaterial } from '#test/support/audit/audit-page.ts'

/** Digests of the results for one page, by operation and field group. */
export type PageDigest = Readonly<Record<'metadata' | 'audit', Readonly<Record<string, string>>>>

const DIGEST_LENGTH = 16

/**
 * Digests of metadata and audits (all groups, mobile profile) of the saved pages (`savedPages`). The pages are processed in
 * this process, so that the result depends on the page alone.
 */
export function pageDigests(): Record<string, PageDigest> {
  return Object.fromEntries(savedPages().map((page) => [page.file, digestOf(page)]))
}

function digestOf({ url, body }: SavedPage): PageDigest {
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
  const none = { title: undefined, message: '', recommendation: '', why_it_matters: '' }
  return issues.map((issue) => ({ ...issue, ...none }))
}

function digests(groups: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(groups).map(([group, value]) => [group, digest(value)])
  return Object.fromEntries(entries)
}

function digest(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined'
  return createHash('sha256').update(text).digest('hex').slice(0, DIGEST_LENGTH)
}
