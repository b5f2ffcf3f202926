import { microdataBroken } from '#stages/score/audit/rules/content/structured-data/microdata-broken.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

ruleTester(microdataBroken, {
  passes: [
    {
      name: 'HTML: an item with its properties',
      page: structuredPage(
        '<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Cup</b></div>',
      ),
    },
  ],
  fails: [
    {
      name: 'HTML: a property outside of any item',
      page: structuredPage('<b itemprop="name">Cup</b>'),
      message: 'broken',
      evidence: 'html > body > b',
    },
    {
      name: 'HTML: itemref names no element',
      page: structuredPage(
        '<div itemscope itemtype="https://schema.org/Product" itemref="gone"><b itemprop="name">Cup</b></div>',
      ),
      message: 'broken',
      evidence: 'html > body > div',
      says: 'gone',
    },
    {
      name: 'HTML: a relative itemtype',
      page: structuredPage('<div itemscope itemtype="Product"><b itemprop="name">Cup</b></div>'),
      message: 'broken',
      evidence: 'html > body > div',
      says: 'Product',
    },
  ],
  notApplicable: [
    { name: 'no microdata', page: structuredPage(jsonLd({ '@type': 'Product', name: 'Cup' })) },
  ],
})
