import { sdBreadcrumbInvalid } from '#stages/score/audit/rules/content/structured-data/sd-breadcrumb-invalid.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

const trail = (positions: readonly number[]) =>
  jsonLd({
    '@type': 'BreadcrumbList',
    itemListElement: positions.map((position, index) => ({
      '@type': 'ListItem',
      position,
      name: `Step ${position}`,
      ...(index < positions.length - 1 && { item: `https://www.example.com/${position}` }),
    })),
  })

ruleTester(sdBreadcrumbInvalid, {
  passes: [{ name: 'Google: positions from 1, the last without item', page: structuredPage(trail([1, 2])) }],
  fails: [
    {
      name: 'Google: positions begin with 1',
      page: structuredPage(trail([0, 1])),
      message: 'broken',
      evidence: 'html > head > script',
    },
    {
      name: 'Google: at least two steps',
      page: structuredPage(trail([1])),
      message: 'broken',
      evidence: 'html > head > script',
    },
  ],
  notApplicable: [{ name: 'no structured data', page: '<p>Text' }],
})
