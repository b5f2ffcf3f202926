import { sdContentMismatch } from '#stages/score/audit/rules/content/structured-data/sd-content-mismatch.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

const product = (price: string, ratingValue: string) =>
  jsonLd({
    '@type': 'Product',
    name: 'Red cup',
    offers: { '@type': 'Offer', price, priceCurrency: 'EUR' },
    aggregateRating: { '@type': 'AggregateRating', ratingValue, reviewCount: 3 },
  })

ruleTester(sdContentMismatch, {
  passes: [
    {
      name: 'all of it is to be seen',
      page: structuredPage(`${product('1299', '4.5')}<h1>Red cup</h1><p>€1,299.00, 4.5 of 5 stars`),
    },
    {
      name: 'numbers as other countries write them',
      page: structuredPage(`${product('1299.5', '4.5')}<h1>Red cup</h1><p>1.299,50 € – 4,5 Sterne`),
    },
    {
      name: 'a headline in other words',
      page: structuredPage(
        `${jsonLd({ '@type': 'Article', headline: 'Five red cups for tea' })}<h1>Red cups: five for your tea`,
      ),
    },
    {
      name: 'small digits of a price',
      page: structuredPage(`${product('9.99', '4.5')}<h1>Red cup</h1><p>€9<sup>99</sup>, 4.5 of 5`),
    },
  ],
  fails: [
    {
      name: 'Google: another price',
      page: structuredPage(`${product('9.99', '4.5')}<h1>Red cup</h1><p>€12.99, 4.5 of 5`),
      message: 'unseen',
      evidence: 'html > head > script',
      affected: 1,
      total: 3,
      says: 'price: 9.99',
    },
    {
      name: 'Google: a rating that nobody sees',
      page: structuredPage(`${product('9.99', '4.7')}<h1>Red cup</h1><p>€9.99`),
      message: 'unseen',
      evidence: 'html > head > script',
      says: 'ratingValue: 4.7',
    },
    {
      name: 'Google: another thing',
      page: structuredPage(`${jsonLd({ '@type': 'Product', name: 'Blue sofa' })}<h1>Red cup</h1>`),
      message: 'unseen',
      evidence: 'html > head > script',
      affected: 1,
      total: 1,
    },
  ],
  notApplicable: [
    { name: 'no structured data', page: '<p>Text' },
    {
      name: 'an organization need not be seen',
      page: structuredPage(`${jsonLd({ '@type': 'Organization', name: 'Cups Ltd' })}<p>Text`),
    },
  ],
  notDecidable: [
    {
      name: 'no price is to be seen: scripts may show it',
      page: structuredPage(`${product('9.99', '4.7')}<h1>Red cup</h1><p>4.7 of 5`),
      reason: 'scripted_content',
    },
    {
      name: 'words of reviews without the number: stars may show it',
      page: structuredPage(`${product('9.99', '4.7')}<h1>Red cup</h1><p>€9.99, three reviews`),
      reason: 'scripted_content',
    },
    {
      name: 'the price may stand in what was not searched of a long page',
      page: structuredPage(
        `${product('9.99', '4.7')}<h1>Red cup</h1><p>€12.99, 4.7 of 5 ${'cup '.repeat(100_000)}`,
      ),
      reason: 'truncated',
    },
    {
      name: 'pitfall 23: scripts make the page',
      page: structuredPage(`${product('9.99', '4.7')}<div id="root"></div><script src="/app.js"></script>`),
      reason: 'app_shell',
    },
  ],
})
