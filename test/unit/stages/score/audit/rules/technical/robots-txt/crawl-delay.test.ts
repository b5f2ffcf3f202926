import { crawlDelay } from '#stages/score/audit/rules/technical/robots-txt/crawl-delay.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(crawlDelay, {
  passes: [{ name: 'none', page: { robotsTxt: 'User-agent: *\nDisallow: /a' } }],
  fails: [
    {
      name: 'for all',
      page: { robotsTxt: 'User-agent: *\nCrawl-delay: 10' },
      message: 'set',
      evidence: 'Crawl-delay: 10',
      says: '10 seconds',
    },
  ],
  notApplicable: [{ name: 'no file', page: '<title>A</title>' }],
})
