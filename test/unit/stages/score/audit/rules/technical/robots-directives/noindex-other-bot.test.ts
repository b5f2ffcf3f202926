import { noindexOtherBot } from '#stages/score/audit/rules/technical/robots-directives/noindex-other-bot.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(noindexOtherBot, {
  passes: [{ name: 'another directive', page: '<meta name="bingbot" content="noarchive">' }],
  fails: [
    {
      name: 'a meta for Bing',
      page: '<meta name="bingbot" content="noindex">',
      message: 'noindex',
      evidence: 'html > head > meta',
      says: 'bingbot',
    },
    {
      name: 'Google: a header for otherbot',
      page: { headers: { 'x-robots-tag': 'otherbot: noindex, nofollow' } },
      message: 'noindex',
      evidence: 'X-Robots-Tag: otherbot: noindex, nofollow',
      says: 'otherbot',
    },
  ],
  notApplicable: [
    { name: 'none', page: '<meta name="robots" content="index">' },
    {
      name: 'everyone: noindex reports it',
      page: '<meta name="robots" content="noindex"><meta name="bingbot" content="noindex">',
    },
  ],
})
