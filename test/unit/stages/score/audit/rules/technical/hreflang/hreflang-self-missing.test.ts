import { hreflangSelfMissing } from '#stages/score/audit/rules/technical/hreflang/hreflang-self-missing.ts'
import { alternate } from '#test/support/audit/alternate.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const self = alternate('en', 'https://www.example.com/page')
const other = alternate('de', 'https://www.example.com/de')

ruleTester(hreflangSelfMissing, {
  passes: [
    { name: 'Google: each version lists itself', page: self + other },
    {
      name: 'one in the head, the other in a header',
      page: { html: other, headers: { link: '<https://www.example.com/page>; rel=alternate; hreflang=en' } },
    },
    {
      name: 'with parameters the page is its canonical',
      page: {
        url: 'https://www.example.com/page?ref=a',
        html: `<link rel="canonical" href="/page">${self}${other}`,
      },
    },
    {
      name: 'the same address in another spelling',
      page: alternate('en', 'HTTPS://WWW.example.com:443/page#top'),
    },
  ],
  fails: [
    {
      name: 'only others',
      page: other,
      message: 'missing',
      evidence: 'html > head > link',
      says: 'https://www.example.com/page',
    },
  ],
  notApplicable: [{ name: 'no versions', page: '<title>A</title>' }],
})
