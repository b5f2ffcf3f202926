import { canonicalTargetDisallowed } from '#stages/score/audit/rules/technical/canonical/canonical-target-disallowed.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const html = '<link rel="canonical" href="https://www.example.com/other">'
const away = '<link rel="canonical" href="https://www.example.org/other">'

ruleTester(canonicalTargetDisallowed, {
  passes: [
    { name: 'allowed', page: { html, robotsTxt: 'User-agent: *\nDisallow: /private' } },
    {
      name: 'on another site, allowed',
      page: { html: away, targets: [{ url: 'https://www.example.org/other' }] },
    },
  ],
  fails: [
    {
      name: 'by the robots.txt of the site',
      page: { html, robotsTxt: 'User-agent: *\nDisallow: /other' },
      message: 'disallowed',
      evidence: 'robots.txt line 2 (User-agent: *): Disallow: /other',
      says: 'https://www.example.com/other',
    },
    {
      name: 'by that of another site',
      page: { html: away, targets: [{ url: 'https://www.example.org/other', robotsAllowed: false }] },
      message: 'disallowed',
      evidence: 'https://www.example.org/other',
    },
  ],
  notApplicable: [
    {
      name: 'the page itself',
      page: { html: '<link rel="canonical" href="/page">', robotsTxt: 'User-agent: *\nDisallow: /' },
    },
  ],
  notDecidable: [{ name: 'not known', page: away, reason: 'robots_txt_not_read' }],
})
