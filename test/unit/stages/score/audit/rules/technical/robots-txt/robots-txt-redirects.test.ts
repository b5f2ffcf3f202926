import { robotsTxtRedirects } from '#stages/score/audit/rules/technical/robots-txt/robots-txt-redirects.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const hops = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    url: `https://www.example.com/${n}`,
    status: 301,
    location: `https://www.example.com/${n + 1}`,
  }))

ruleTester(robotsTxtRedirects, {
  passes: [{ name: 'RFC 9309, 2.3.1.2: five', page: { robotsTxt: '', robots: { redirects: hops(5) } } }],
  fails: [
    {
      name: 'six',
      page: { robotsTxt: '', robots: { redirects: hops(6) } },
      message: 'tooMany',
      evidence: 'https://www.example.com/0 → https://www.example.com/1 (301)',
      says: '6 redirects',
    },
  ],
  notApplicable: [{ name: 'none', page: { robotsTxt: '' } }],
})
