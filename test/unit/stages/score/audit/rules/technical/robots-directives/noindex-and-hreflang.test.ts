import { noindexAndHreflang } from '#stages/score/audit/rules/technical/robots-directives/noindex-and-hreflang.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const noindex = '<meta name="robots" content="noindex">'
const link = '<link rel="alternate" hreflang="de" href="https://www.example.com/de">'

ruleTester(noindexAndHreflang, {
  passes: [{ name: 'none', page: noindex }],
  fails: [
    {
      name: 'in the head',
      page: noindex + link,
      message: 'mixed',
      evidence: 'html > head > meta',
      says: '1 hreflang version.',
    },
    {
      name: 'as a header',
      page: {
        html: noindex,
        headers: { link: '<https://www.example.com/de>; rel="alternate"; hreflang="de"' },
      },
      message: 'mixed',
      evidence: 'html > head > meta',
    },
  ],
  notApplicable: [{ name: 'no noindex', page: link }],
})
