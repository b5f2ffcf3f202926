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
    ...['Dentist', 'Hotel', 'NGO', 'OnlineStore', ['Thing', 'Bakery']].map((type) => ({
      name: `Google: "LocalBusiness or any other type of Organization": ${type}`,
      page: structuredPage(shop({ '@type': type, url: 'https://example.com' })),
      message: 'selfServing',
      evidence: 'html > head > script',
    })),
    {
      name: 'Google: a review of its own',
      page: structuredPage(
        shop({ aggregateRating: undefined, review: { '@type': 'Review' }, url: 'https://www.example.com/' }),
      ),
      message: 'selfServing',
      evidence: 'html > head > script',
    },
    ...['AggregateRating', 'Review'].map((type) => ({
      name: `Google: as the thing that a ${type} is about`,
      page: structuredPage(
        jsonLd({
          '@type': type,
          ratingValue: 4,
          itemReviewed: { '@type': 'Restaurant', name: 'Cups', url: 'https://www.example.com/' },
        }),
      ),
      message: 'selfServing',
      evidence: 'html > head > script',
    })),
    {
      name: 'the only subject of a page that names no other owner',
      page: structuredPage(shop({})),
      message: 'selfServing',
      evidence: 'html > head > script',
    },
    {
      name: 'by the name of the domain, among others',
      page: structuredPage(shop({}) + shop({ name: 'Example' })),
      message: 'selfServing',
      evidence: 'html > head > script:nth-of-type(2)',
      affected: 1,
      total: 2,
    },
    {
      name: 'by the name of a WebSite',
      page: structuredPage(
        jsonLd({ '@type': 'WebSite', name: 'CUPS & CO.', url: 'https://www.example.com/' }) + shop({}),
      ),
      message: 'selfServing',
      evidence: 'html > head > script:nth-of-type(2)',
    },
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
      name: 'a page of a site with another name',
      page: structuredPage(
        `${shop({ url: 'https://www.example.com/page' })}<meta property="og:site_name" content="Places">`,
      ),
      reason: 'owner_unknown',
    },
    {
      name: 'a site of another name in structured data',
      page: structuredPage(jsonLd({ '@type': 'WebSite', name: 'Places' }) + shop({})),
      reason: 'owner_unknown',
    },
    {
      name: 'one of several',
      page: structuredPage(shop({}) + shop({ name: 'Mugs' })),
      reason: 'owner_unknown',
    },
    {
      name: 'nothing tells whose it is',
      page: structuredPage(shop({ url: 'https://www.example.com/shops/cups' })),
      reason: 'owner_unknown',
    },
  ],
})
