import { robotsTxtBlocksOtherBots } from '#stages/score/audit/rules/technical/robots-txt/robots-txt-blocks-other-bots.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(robotsTxtBlocksOtherBots, {
  passes: [{ name: 'all allowed', page: { robotsTxt: 'User-agent: *\nDisallow: /private' } }],
  fails: [
    {
      name: 'Lighthouse: single crawlers',
      page: { robotsTxt: 'User-agent: bingbot\nUser-agent: DuckDuckBot\nDisallow: /' },
      message: 'blocked',
      evidence: 'robots.txt line 3 (User-agent: bingbot): Disallow: /',
      affected: 2,
      says: 'Bingbot, DuckDuckBot',
    },
    {
      name: 'all but Google',
      page: { robotsTxt: 'User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nAllow: /' },
      message: 'blocked',
      evidence: 'robots.txt line 2 (User-agent: *): Disallow: /',
    },
  ],
  notApplicable: [
    { name: 'no file', page: '<title>A</title>' },
    {
      name: 'Google, too: robots-txt-blocks-page reports it',
      page: { robotsTxt: 'User-agent: *\nDisallow: /' },
    },
  ],
})
