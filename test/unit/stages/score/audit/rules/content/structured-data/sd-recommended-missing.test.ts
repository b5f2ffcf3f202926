import { sdRecommendedMissing } from '#stages/score/audit/rules/content/structured-data/sd-recommended-missing.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

ruleTester(sdRecommendedMissing, {
  passes: [
    {
      name: 'Google: an article with all of them',
      page: structuredPage(
        jsonLd({
          '@type': 'Article',
          headline: 'Cups',
          image: 'https://www.example.com/a.png',
          datePublished: '2026-01-01',
          dateModified: '2026-01-01',
          author: { '@type': 'Person', name: 'Ann', url: 'https://www.example.com/ann' },
        }),
      ),
    },
    {
      name: 'an article without author is reported by author-missing',
      page: structuredPage(
        jsonLd({
          '@type': 'Article',
          headline: 'Cups',
          image: 'https://www.example.com/a.png',
          datePublished: '2026-01-01',
          dateModified: '2026-01-01',
        }),
      ),
    },
    {
      name: 'an article without any date is reported by date-missing',
      page: structuredPage(
        jsonLd({
          '@type': 'Article',
          headline: 'Cups',
          image: 'https://www.example.com/a.png',
          author: { '@type': 'Person', name: 'Ann', url: 'https://www.example.com/ann' },
        }),
      ),
    },
  ],
  fails: [
    {
      name: 'Google: an article without image',
      page: structuredPage(
        jsonLd({
          '@type': 'Article',
          headline: 'Cups',
          datePublished: '2026-01-01',
          dateModified: '2026-01-01',
          author: { '@type': 'Person', name: 'Ann', url: 'https://www.example.com/ann' },
        }),
      ),
      message: 'missing',
      evidence: 'html > head > script',
      says: 'image is recommended',
    },
  ],
  notApplicable: [{ name: 'no structured data', page: '<p>Text' }],
})
