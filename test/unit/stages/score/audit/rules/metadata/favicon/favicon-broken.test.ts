import { faviconBroken } from '#stages/score/audit/rules/metadata/favicon/favicon-broken.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const html = '<link rel="icon" href="/i.png"><link rel="apple-touch-icon" href="/t.png">'
const probes = (icon: number, touch: number) => ({
  html,
  probes: { 'https://www.example.com/i.png': icon, 'https://www.example.com/t.png': touch },
})

ruleTester(faviconBroken, {
  passes: [{ name: 'both load', page: probes(200, 200) }],
  fails: [
    {
      name: 'one does not',
      page: probes(200, 404),
      message: 'broken',
      evidence: 'html > head > link:nth-of-type(2)',
      affected: 1,
      total: 2,
      says: 'https://www.example.com/t.png',
    },
  ],
  notApplicable: [
    { name: 'none', page: '<title>A</title>' },
    { name: 'within the page', page: '<link rel="icon" href="data:image/png;base64,AA==">' },
  ],
  notDecidable: [
    { name: 'not probed', page: html, reason: 'not_probed' },
    { name: 'pitfall 17', page: probes(200, 429), reason: 'probe_turned_away' },
  ],
})
