import { expect } from 'chai'
import { canonicalOf } from '#stages/score/audit/derived/canonical/canonicals.ts'
import { canonicalHeaderMismatch } from '#stages/score/audit/rules/technical/canonical/canonical-header-mismatch.ts'
import { canonicalInvalid } from '#stages/score/audit/rules/technical/canonical/canonical-invalid.ts'
import { canonicalMultiple } from '#stages/score/audit/rules/technical/canonical/canonical-multiple.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

/** The rules that report a canonical which cannot be followed. */
const rules = [canonicalInvalid, canonicalMultiple, canonicalHeaderMismatch]

// The first URL that metadata reports, and the rules of the audit that fail on the same page. Where none fails, the
// canonical is valid; the page names itself, so no look-up decides.
const pages: readonly (readonly [
  html: string,
  link: string,
  href: string | null,
  failed: readonly string[],
])[] = [
  ['', '', null, []],
  ['<link rel=canonical href=/page>', '', '/page', []],
  ['<link rel=canonical href="">', '', null, ['canonical-invalid']],
  ['<link rel=canonical href=" ">', '', null, ['canonical-invalid']],
  ['', '<>; rel=canonical', null, ['canonical-invalid']],
  ['<link rel=canonical href=""><link rel=canonical href=/page>', '', '/page', ['canonical-invalid']],
  ['<link rel=canonical href=""><link rel=canonical href="">', '', null, ['canonical-invalid']],
  ['<link rel=canonical href="">', '</page>; rel=canonical', '/page', ['canonical-invalid']],
  ['<link rel=canonical href="http://[">', '', 'http://[', ['canonical-invalid']],
  ['<link rel=canonical href="mailto:a@b.c">', '', 'mailto:a@b.c', ['canonical-invalid']],
  ['<link rel=canonical href=/page><link rel=canonical href=/d>', '', '/page', ['canonical-multiple']],
  ['<link rel=canonical href=/page>', '</d>; rel=canonical', '/page', ['canonical-header-mismatch']],
  ['<link rel=canonical>', '', null, []],
  ['<body><link rel=canonical href="">', '', null, []],
]

describe('the canonical of one page in metadata and audit', () => {
  for (const [html, link, href, failed] of pages) {
    it(`${html || '-'} with Link: ${link || '-'}`, () => {
      const facts = auditFacts({ html, headers: link === '' ? {} : { link } })
      const { canonical, indexability } = facts.metadata
      expect(canonical?.href ?? null).to.equal(
        href && (URL.parse(href, 'https://www.example.com')?.href ?? href),
      )
      const ids = rules.filter((rule) => rule.check(facts).kind === 'fail').map(({ id }) => id)
      expect(ids).to.deep.equal(failed)
      expect(indexability?.canonical_valid, 'canonical_valid').to.equal(failed.length === 0)
      const clear = canonicalOf(facts)?.url.href ?? null
      expect(clear, 'the one URL of the audit').to.equal(
        failed.length === 0 ? (canonical?.href ?? null) : null,
      )
    })
  }
})
