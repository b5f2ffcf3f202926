import { twitterCardInvalid } from '#stages/score/audit/rules/metadata/social/twitter-card-invalid.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(twitterCardInvalid, {
  passes: [
    { name: 'X: summary_large_image', page: '<meta name="twitter:card" content="summary_large_image">' },
    { name: 'as property', page: '<meta property="twitter:card" content="player">' },
  ],
  fails: [
    {
      name: 'X: photo cards are gone',
      page: '<meta name="twitter:card" content="photo">',
      message: 'unknown',
      evidence: 'html > head > meta',
      says: '"photo"',
    },
    {
      name: 'a slip of the pen',
      page: '<meta name="twitter:card" content="summary-large-image">',
      message: 'unknown',
      evidence: 'html > head > meta',
    },
  ],
  notApplicable: [{ name: 'none', page: '<title>A</title>' }],
})
