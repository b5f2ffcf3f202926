import { headBrokenNoscript } from '#stages/score/audit/rules/metadata/head/head-broken-noscript.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(headBrokenNoscript, {
  passes: [
    {
      name: 'HTML, 4.12.2: link, style and meta',
      page: '<head><noscript><link rel="stylesheet" href="/a.css"><style></style></noscript><title>A</title></head>',
    },
  ],
  fails: [
    {
      name: 'Sitebulb: an image within noscript in the head',
      page: '<head><noscript><img src="/pixel"></noscript><link rel="canonical" href="/"></head>',
      message: 'broken',
      says: '<img> on line 1 closes the head, and 1 metadata',
      evidence: '<img src="/pixel">',
    },
  ],
  notApplicable: [
    { name: 'no noscript', page: '<head><title>A</title></head>' },
    {
      name: 'in the body',
      page: '<head><title>A</title></head><body><noscript><img src="/pixel"></noscript></body>',
    },
    {
      name: 'a head that is broken anyway is reported by head-broken',
      page: '<head><div></div><noscript><img src="/pixel"></noscript></head>',
    },
  ],
})
