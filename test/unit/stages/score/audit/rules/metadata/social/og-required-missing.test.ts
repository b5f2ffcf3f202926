import { ogRequiredMissing } from '#stages/score/audit/rules/metadata/social/og-required-missing.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ogRequiredMissing, {
  passes: [
    {
      name: 'ogp.me: the four required properties',
      page: '<meta property="og:title" content="The Rock"><meta property="og:type" content="video.movie"><meta property="og:url" content="https://www.imdb.com/title/tt0117500/"><meta property="og:image" content="https://ia.media-imdb.com/images/rock.jpg">',
    },
    {
      name: 'as names, and the image by its address',
      page: '<meta name="og:title" content="A"><meta name="og:type" content="website"><meta name="og:url" content="https://a.example/"><meta property="og:image:url" content="https://a.example/a.png">',
    },
  ],
  fails: [
    {
      name: 'none',
      page: '<title>A</title>',
      message: 'missing',
      evidence: 'og:title',
      affected: 4,
      total: 4,
    },
    {
      name: 'one is empty',
      page: '<meta property="og:title" content="A"><meta property="og:type" content="website"><meta property="og:url" content="https://a.example/"><meta property="og:image" content="">',
      message: 'missing',
      affected: 1,
      total: 4,
      evidence: 'og:image',
    },
  ],
  notApplicable: [{ name: 'a page with noindex', page: '<meta name="robots" content="noindex">' }],
  notDecidable: [
    {
      name: 'a head beyond what is read',
      page: { html: '<title>aaaa', budgets: { maxChars: 10 } },
      reason: 'truncated',
    },
  ],
})
