import { robotsUnknownBot } from '#stages/score/audit/rules/technical/robots-directives/robots-unknown-bot.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(robotsUnknownBot, {
  passes: [
    {
      name: 'Google: googlebot and googlebot-news',
      page: '<meta name="googlebot" content="noindex"><meta name="googlebot-news" content="nosnippet">',
    },
    {
      name: 'crawlers of others',
      page: '<meta name="robots" content="all"><meta name="bingbot" content="noarchive">',
    },
  ],
  fails: [
    {
      name: 'Google: others are ignored',
      page: '<meta name="googlebot-image" content="noindex">',
      message: 'unknown',
      evidence: 'html > head > meta',
      says: 'googlebot-image',
    },
    {
      name: 'a slip of the pen',
      page: '<meta name="robot" content="noindex">',
      message: 'unknown',
      evidence: 'html > head > meta',
      says: '"robot"',
    },
  ],
  notApplicable: [
    { name: 'none', page: '<title>A</title>' },
    {
      name: 'metas of Google that are no directives',
      page: '<meta name="google" content="notranslate"><meta name="google-site-verification" content="x">',
    },
  ],
})
