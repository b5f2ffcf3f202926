import { sdImageUncrawlable } from '#stages/score/audit/rules/content/structured-data/sd-image-uncrawlable.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

const image = 'https://www.example.com/a.png'
const product = jsonLd({ '@type': 'Product', name: 'Cup', image })

ruleTester(sdImageUncrawlable, {
  passes: [
    { name: 'it loads', page: structuredPage(product, { probes: { [image]: 200 } }) },
    {
      name: 'one that the page shows is reported by image-broken',
      page: structuredPage(`${product}<img src="${image}" alt="">`, { probes: { [image]: 404 } }),
    },
  ],
  fails: [
    {
      name: 'not found',
      page: structuredPage(product, { probes: { [image]: 404 } }),
      message: 'uncrawlable',
      evidence: 'html > head > script',
      affected: 1,
      total: 1,
      says: '(404)',
    },
    {
      name: 'Google: robots.txt keeps it out',
      page: structuredPage(product, { robotsTxt: 'User-agent: Googlebot-Image\nDisallow: /a.png' }),
      message: 'uncrawlable',
      evidence: 'html > head > script',
      says: 'robots.txt',
    },
    {
      name: 'the logo as an object',
      page: structuredPage(
        jsonLd({ '@type': 'Organization', logo: { '@type': 'ImageObject', url: image } }),
        { probes: { [image]: 410 } },
      ),
      message: 'uncrawlable',
      evidence: 'html > head > script',
    },
  ],
  notApplicable: [
    { name: 'no image', page: structuredPage(jsonLd({ '@type': 'Product', name: 'Cup' })) },
    { name: 'no structured data', page: '<img src="/a.png" alt="">' },
  ],
  notDecidable: [{ name: 'it was not probed', page: structuredPage(product), reason: 'not_probed' }],
})
