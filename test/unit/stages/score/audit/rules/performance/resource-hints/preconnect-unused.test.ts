import { preconnectUnused } from '#stages/score/audit/rules/performance/resource-hints/preconnect-unused.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const hint = '<link rel="preconnect" href="https://cdn.example.net">'

ruleTester(preconnectUnused, {
  passes: [
    { name: 'an image', page: `${hint}<img src="https://cdn.example.net/a.png" alt="">` },
    { name: 'in a script of the page', page: `${hint}<script>load("//cdn.example.net/a.js")</script>` },
  ],
  fails: [
    {
      name: 'nothing of it',
      page: `${hint}<p>x`,
      message: 'unused',
      evidence: 'html > head > link',
      affected: 1,
      total: 1,
    },
    {
      name: 'hints alone',
      page: `${hint}<link rel="dns-prefetch" href="https://cdn.example.net">`,
      message: 'unused',
      evidence: 'html > head > link:nth-of-type(1)',
      says: 'https://cdn.example.net',
    },
  ],
  notApplicable: [{ name: 'none', page: '<p>x' }],
  notDecidable: [
    {
      name: 'a style sheet may use it',
      page: `${hint}<link rel="stylesheet" href="/a.css">`,
      reason: 'needs_network',
    },
  ],
})
