import { sdRequiredMissing } from '#stages/score/audit/rules/content/structured-data/sd-required-missing.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

ruleTester(sdRequiredMissing, {
  passes: [
    {
      name: 'Google: a breadcrumb with all it takes',
      page: structuredPage(
        jsonLd({
          '@type': 'BreadcrumbList',
          itemListElement: [
            { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://www.example.com/' },
            { '@type': 'ListItem', position: 2, name: 'Cups' },
          ],
        }),
      ),
    },
    {
      name: 'Google, 2026-05-07: FAQ rich results are retired, which sd-rich-result-retired reports',
      page: structuredPage(
        jsonLd({ '@type': 'FAQPage', mainEntity: [{ '@type': 'Question', name: 'Why?' }] }),
      ),
    },
  ],
  fails: [
    {
      name: 'Google: a job without title',
      page: structuredPage(
        jsonLd({
          '@type': 'JobPosting',
          description: 'Make cups',
          datePosted: '2026-01-01',
          hiringOrganization: 'Cups',
          jobLocation: { '@type': 'Place', address: 'Rome' },
        }),
      ),
      message: 'missing',
      evidence: 'html > head > script',
      says: 'title is required',
    },
    {
      name: 'one of two items',
      page: structuredPage(jsonLd({ '@type': 'VideoObject', name: 'Cups' }, { '@type': 'Thing', name: 'A' })),
      message: 'missing',
      evidence: 'html > head > script',
      affected: 1,
      total: 2,
    },
  ],
  notApplicable: [{ name: 'no structured data', page: '<p>Text' }],
  notDecidable: [
    {
      name: 'items were left out',
      page: {
        structured: {
          items: [{ syntax: 'json-ld', types: ['Thing'], id: null, properties: {}, offset: 0 }],
          blocks: 1,
          isCut: true,
        },
      },
      reason: 'truncated',
    },
  ],
})
