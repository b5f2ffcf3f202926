import { noindexNotCrawlable } from '#stages/score/audit/rules/technical/robots-directives/noindex-not-crawlable.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const html = '<meta name="robots" content="noindex">'

ruleTester(noindexNotCrawlable, {
  passes: [{ name: 'it can be seen', page: { html, robotsTxt: 'User-agent: *\nDisallow: /private' } }],
  fails: [
    {
      name: 'Google: a page that is disallowed is not read',
      page: { html, robotsTxt: 'User-agent: *\nDisallow: /' },
      message: 'unseen',
      says: 'line 2',
      evidence: 'html > head > meta',
    },
  ],
  notApplicable: [
    { name: 'no noindex', page: { html: '<title>A</title>', robotsTxt: 'User-agent: *\nDisallow: /' } },
    { name: 'robots.txt cannot be read', page: { html, robots: { state: 'unreachable', status: 500 } } },
  ],
})
