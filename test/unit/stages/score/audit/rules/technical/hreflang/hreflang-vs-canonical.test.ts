import { hreflangVsCanonical } from '#stages/score/audit/rules/technical/hreflang/hreflang-vs-canonical.ts'
import { alternate } from '#test/support/audit/alternate.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const set = alternate('en', 'https://www.example.com/page') + alternate('de', 'https://www.example.com/de')
const canonical = (url: string) => `<link rel="canonical" href="${url}">${set}`

ruleTester(hreflangVsCanonical, {
  passes: [
    { name: 'itself', page: canonical('https://www.example.com/page') },
    {
      name: 'an address with parameters is no version itself',
      page: {
        url: 'https://www.example.com/page?utm_source=a',
        html: canonical('https://www.example.com/page'),
      },
    },
    {
      name: 'a spelling is reported by canonical-host-drift',
      page: canonical('https://www.example.com/page/'),
    },
  ],
  fails: [
    {
      name: 'Lighthouse canonical: another version of the set',
      page: canonical('https://www.example.com/de'),
      message: 'other',
      evidence: 'html > head > link:nth-of-type(1)',
      says: '/de',
    },
    {
      name: 'a page outside of the set',
      page: canonical('https://www.example.com/other'),
      message: 'other',
      evidence: 'html > head > link:nth-of-type(1)',
    },
  ],
  notApplicable: [
    { name: 'no versions', page: '<link rel="canonical" href="https://www.example.com/other">' },
    { name: 'no canonical', page: set },
  ],
})
