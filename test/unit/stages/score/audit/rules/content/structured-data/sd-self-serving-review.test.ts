import { sdSelfServingReview } from '#stages/score/audit/rules/content/structured-data/sd-self-serving-review.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

const rating = { '@type': 'AggregateRating', ratingValue: 4.5, reviewCount: 3 }
const shop = (more: object) =>
  jsonLd({ '@type': 'Restaurant', name: 'Cups & Co', aggregateRating: rating, ...more })

ruleTester(sdSelfServingReview, {
  passes: [
    { name: 'Google: a directory reviews others', page: structuredPage(shop({ url: 'https://cups.test/' })) },
  ],
  fails: [
    {
      name: 'Google: the site’s own business',
      page: structuredPage(shop({ url: 'https://www.example.com/' })),
      message: 'selfServing',
      evidence: 'html > head > script',
      affected: 1,
      total: 1,
    },
    {
      name: 'by the name of the site',
      page: structuredPage(`${shop({})}<meta property="og:site_name" content="Cups &amp; Co">`),
      message: 'selfServing',
      evidence: 'html > head > script',
    },
    {
      name: 'all that a homepage is about',
      page: structuredPage(shop({}), { url: 'https://www.example.com/' }),
      message: 'selfServing',
      evidence: 'html > head > script',
    },
  ],
  notApplicable: [
    {
      name: 'Google: a product',
      page: structuredPage(jsonLd({ '@type': 'Product', name: 'Cup', aggregateRating: rating })),
    },
    {
      name: 'an organization without reviews',
      page: structuredPage(jsonLd({ '@type': 'Organization', name: 'Cups' })),
    },
  ],
  notDecidable: [
    {
      name: 'nothing tells whose it is',
      page: structuredPage(shop({ url: 'https://www.example.com/shops/cups' })),
      reason: 'owner_unknown',
    },
  ],
})
