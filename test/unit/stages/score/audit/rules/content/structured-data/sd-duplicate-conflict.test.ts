import { sdDuplicateConflict } from '#stages/score/audit/rules/content/structured-data/sd-duplicate-conflict.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

const product = (price: string, more: object = {}) =>
  jsonLd({ '@type': 'Product', name: 'Cup', offers: { '@type': 'Offer', price }, ...more })
const markup = (price: string) =>
  `<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Cup</b><div itemprop="offers" itemscope
  itemtype="https://schema.org/Offer"><b itemprop="price" content="${price}">${price}</b></div></div>`

ruleTester(sdDuplicateConflict, {
  passes: [
    { name: 'the same price, written otherwise', page: structuredPage(`${product('9.90')}${markup('9.9')}`) },
    {
      name: 'two variants',
      page: structuredPage(`${product('9.90', { sku: 'a' })}${product('12', { sku: 'b' })}`),
    },
  ],
  fails: [
    {
      name: 'JSON-LD and microdata differ in price',
      page: structuredPage(`${product('9.90')}${markup('12')}`),
      message: 'conflict',
      evidence: 'html > body > div',
      affected: 1,
      total: 1,
      says: '9.9 and 12',
    },
    {
      name: 'two blocks differ in date',
      page: structuredPage(
        `${jsonLd({ '@type': 'Article', headline: 'Cups', datePublished: '2026-01-01' })}${jsonLd({ '@type': 'Article', headline: 'Cups', datePublished: '2025-01-01' })}`,
      ),
      message: 'conflict',
      evidence: 'html > head > script:nth-of-type(2)',
      says: 'datePublished',
    },
  ],
  notApplicable: [
    { name: 'each thing is described once', page: structuredPage(product('9.90')) },
    { name: 'no structured data', page: '<p>Text' },
  ],
})
