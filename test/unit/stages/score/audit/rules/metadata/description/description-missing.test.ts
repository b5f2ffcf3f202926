import { descriptionMissing } from '#stages/score/audit/rules/metadata/description/description-missing.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(descriptionMissing, {
  passes: [
    {
      name: 'Lighthouse meta-description',
      page: '<title>A</title><meta name="description" content="A shop for bicycles">',
    },
    {
      name: 'names are not case-sensitive (HTML, 4.2.5.1)',
      page: '<meta name="Description" content="A shop for bicycles">',
    },
    { name: 'an empty one is reported by description-blank', page: '<meta name="description" content="">' },
  ],
  fails: [
    {
      name: 'Lighthouse meta-description: none',
      page: '<title>A</title><p>Text',
      message: 'missing',
      evidence: null,
    },
    {
      name: 'og:description is for networks',
      page: '<meta property="og:description" content="A shop for bicycles">',
      message: 'missing',
      evidence: null,
    },
  ],
  notApplicable: [
    { name: 'a page with noindex', page: '<meta name="robots" content="noindex">' },
    {
      name: 'one in the body is reported by metadata-in-body',
      page: '<head></head><body><meta name="description" content="Late"></body>',
    },
  ],
  notDecidable: [
    {
      name: 'a head beyond what is read',
      page: { html: '<title>aaaa', budgets: { maxChars: 10 } },
      reason: 'truncated',
    },
  ],
})
