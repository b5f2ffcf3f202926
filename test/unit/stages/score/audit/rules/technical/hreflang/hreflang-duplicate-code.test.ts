import { hreflangDuplicateCode } from '#stages/score/audit/rules/technical/hreflang/hreflang-duplicate-code.ts'
import { alternate } from '#test/support/audit/alternate.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const a = 'https://www.example.com/a'
const b = 'https://www.example.com/b'

ruleTester(hreflangDuplicateCode, {
  passes: [
    { name: 'one address each', page: alternate('en', a) + alternate('de', b) },
    { name: 'the same address twice', page: alternate('en', a) + alternate('EN', `${a}#x`) },
    {
      name: 'head and header differ: reported by hreflang-sources-conflict',
      page: { html: alternate('en', a), headers: { link: `<${b}>; rel=alternate; hreflang=en` } },
    },
  ],
  fails: [
    {
      name: 'two addresses',
      page: alternate('en', a) + alternate('EN', b) + alternate('de', b),
      message: 'duplicate',
      evidence: 'html > head > link:nth-of-type(1)',
      affected: 1,
      total: 2,
      says: 'en',
    },
  ],
  notApplicable: [{ name: 'no versions', page: '<title>A</title>' }],
})
