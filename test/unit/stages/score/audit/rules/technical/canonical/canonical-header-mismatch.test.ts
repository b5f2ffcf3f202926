import { canonicalHeaderMismatch } from '#stages/score/audit/rules/technical/canonical/canonical-header-mismatch.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const html = '<link rel="canonical" href="https://www.example.com/a">'

ruleTester(canonicalHeaderMismatch, {
  passes: [{ name: 'they agree', page: { html, headers: { link: '</a>; rel="canonical"' } } }],
  fails: [
    {
      name: 'they differ',
      page: { html, headers: { link: '<https://www.example.com/b>; rel="canonical"' } },
      message: 'mismatch',
      evidence: 'html > head > link',
      says: 'https://www.example.com/b',
    },
  ],
  notApplicable: [
    { name: 'one place alone', page: html },
    {
      name: 'several in the head are reported by canonical-multiple',
      page: { html: `${html}<link rel="canonical" href="/b">`, headers: { link: '</b>; rel=canonical' } },
    },
  ],
})
