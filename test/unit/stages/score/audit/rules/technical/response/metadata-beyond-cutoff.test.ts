import { metadataBeyondCutoff } from '#stages/score/audit/rules/technical/response/metadata-beyond-cutoff.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const bulk = `<!--${'x'.repeat(2 * 1024 * 1024)}-->`

ruleTester(metadataBeyondCutoff, {
  passes: [{ name: 'before the bulk', page: `<link rel="canonical" href="/">${bulk}` }],
  fails: [
    {
      name: 'Google: what comes after 2 MB is not read',
      page: `<meta name="robots" content="noindex">${bulk}<link rel="canonical" href="/">`,
      message: 'beyond',
      affected: 1,
      total: 2,
      evidence: 'html > head > link',
    },
    {
      name: 'structured data',
      page: `<p>Text</p>${bulk}<script type="application/ld+json">{}</script>`,
      message: 'beyond',
      evidence: 'html > body > script',
    },
    {
      name: 'bytes are counted, not characters',
      page: `<!--${'é'.repeat(1024 * 1024)}--><link rel="alternate" hreflang="de" href="/de">`,
      message: 'beyond',
      evidence: 'html > head > link',
    },
  ],
  notApplicable: [
    { name: 'a small page', page: '<link rel="canonical" href="/">' },
    { name: 'no such metadata', page: `<title>A</title>${bulk}` },
  ],
})
