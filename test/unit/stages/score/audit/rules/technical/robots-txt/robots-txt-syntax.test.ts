import { robotsTxtSyntax } from '#stages/score/audit/rules/technical/robots-txt/robots-txt-syntax.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(robotsTxtSyntax, {
  passes: [
    {
      name: 'RFC 9309, 5.1: the example',
      page: {
        robotsTxt:
          'User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\nUser-Agent: foobot\nDisallow:/\nAllow:/example/page.html\n',
      },
    },
    {
      name: 'Lighthouse: directives of other engines',
      page: {
        robotsTxt:
          '# hello\nUser-agent: *\nCrawl-delay: 5\nHost: a.example\nClean-param: ref /\n\nSitemap: https://www.example.com/sitemap.xml # all\r\n',
      },
    },
    { name: 'pitfall 7: a byte order mark', page: { robotsTxt: '\uFEFFUser-agent: *\nDisallow: /a\n' } },
  ],
  fails: [
    {
      name: 'Lighthouse: unknown directive',
      page: { robotsTxt: 'User-agent: *\nDisalow-all: /\nUnknown: x\nDisallow: /a' },
      message: 'faults',
      affected: 2,
      total: 4,
      evidence: 'line 2: Disalow-all: / (misspelled directive that only Google understands)',
    },
    {
      name: 'Lighthouse: no user-agent specified',
      page: { robotsTxt: 'User-agent:\nDisallow: /a' },
      message: 'faults',
      affected: 1,
      total: 2,
      evidence: 'line 1: User-agent: (no user agent)',
    },
    {
      name: 'RFC 9309, 2.2: names of directives that only Google reads',
      page: { robotsTxt: 'User agent: *\nDisalow: /a\nSite-map: https://www.example.com/s.xml' },
      message: 'faults',
      affected: 3,
      total: 3,
      evidence: 'line 1: User agent: * (misspelled directive that only Google understands)',
    },
    {
      name: 'Lighthouse: rule before a user-agent',
      page: { robotsTxt: 'Disallow: /a\nUser-agent: *\nDisallow: /b' },
      message: 'faults',
      evidence: 'line 1: Disallow: /a (rule before the first user-agent)',
      says: 'line 1: rule before',
    },
    {
      name: 'Lighthouse: $ within a pattern',
      page: { robotsTxt: 'User-agent: *\nDisallow: /a$b' },
      message: 'faults',
      evidence: 'line 2: Disallow: /a$b ($ is not at the end)',
      says: '$ is not at the end',
    },
    {
      name: 'Lighthouse: sitemap without an absolute address',
      page: { robotsTxt: 'User-agent: *\nDisallow:\nSitemap: /sitemap.xml' },
      message: 'faults',
      evidence: 'line 3: Sitemap: /sitemap.xml (not an absolute sitemap URL)',
      says: 'line 3',
    },
    {
      name: 'Lighthouse: path without a slash',
      page: { robotsTxt: 'User-agent: *\nDisallow: private' },
      message: 'faults',
      evidence: 'line 2: Disallow: private (path does not start with / or *)',
    },
    {
      name: 'no colon',
      page: { robotsTxt: 'User-agent: *\nDisallow /a' },
      message: 'faults',
      evidence: 'line 2: Disallow /a (no colon)',
      says: 'no colon',
    },
    {
      name: 'no directive at all',
      page: { robotsTxt: 'User-agent: *\nDisallow: /a\nplease stay away from here' },
      message: 'faults',
      evidence: 'line 3: please stay away from here (no directive)',
      affected: 1,
      total: 3,
    },
  ],
  notApplicable: [
    { name: 'no file', page: '<title>A</title>' },
    { name: 'HTML is reported by robots-txt-html', page: { robotsTxt: '<!doctype html>\n<title>A</title>' } },
  ],
})
