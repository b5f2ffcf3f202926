import { robotsTxtBlocksPage } from '#stages/score/audit/rules/technical/robots-txt/robots-txt-blocks-page.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(robotsTxtBlocksPage, {
  passes: [
    { name: 'RFC 9309, 2.3.1.3: no file allows all', page: '<title>A</title>' },
    {
      name: 'RFC 9309, 2.2.2: the longest match wins',
      page: { robotsTxt: 'User-agent: *\nDisallow: /\nAllow: /page' },
    },
    {
      name: 'RFC 9309, 2.2.1: its own group counts',
      page: { robotsTxt: 'User-agent: *\nDisallow: /\n\nUser-agent: googlebot\nAllow: /' },
    },
  ],
  fails: [
    {
      name: 'for all',
      page: { robotsTxt: 'User-agent: *\nDisallow: /pa' },
      message: 'blocked',
      evidence: 'robots.txt line 2 (User-agent: *): Disallow: /pa',
      says: 'line 2 (User-agent: *): Disallow: /pa',
    },
    {
      name: 'for Googlebot',
      page: { robotsTxt: 'User-agent: *\nAllow: /\n\nUser-agent: Googlebot\nDisallow: /*age$' },
      message: 'blocked',
      evidence: 'robots.txt line 5 (User-agent: Googlebot): Disallow: /*age$',
      says: 'line 5 (User-agent: Googlebot)',
    },
  ],
  notApplicable: [
    {
      name: 'a file that cannot be read is reported by robots-txt-unreachable',
      page: { robots: { state: 'unreachable', status: 503 } },
    },
    {
      name: 'with noindex it is reported by noindex-not-crawlable',
      page: { html: '<meta name="robots" content="noindex">', robotsTxt: 'User-agent: *\nDisallow: /' },
    },
  ],
})
