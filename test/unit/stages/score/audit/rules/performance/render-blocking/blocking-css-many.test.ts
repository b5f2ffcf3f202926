import { blockingCssMany } from '#stages/score/audit/rules/performance/render-blocking/blocking-css-many.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const sheet = (name: string, more = '') => `<link rel="stylesheet" href="/${name}.css" ${more}>`
const size = (bytes: number) => ({ headers: { 'content-length': String(bytes) } })

ruleTester(blockingCssMany, {
  passes: [
    {
      name: 'two of 100 KB together',
      page: {
        html: sheet('a') + sheet('b'),
        probes: {
          'https://www.example.com/a.css': size(60_000),
          'https://www.example.com/b.css': size(40_000),
        },
      },
    },
    {
      name: 'for print, for other styles, turned off',
      page: {
        html:
          sheet('a') +
          sheet('b', 'media="print"') +
          sheet('c', 'disabled') +
          '<link rel="alternate stylesheet" href="/d.css">',
        probes: { 'https://www.example.com/a.css': size(1) },
      },
    },
  ],
  fails: [
    {
      name: 'three',
      page: sheet('a') + sheet('b') + sheet('c', 'media="screen"'),
      evidence: 'html > head > link:nth-of-type(1)',
      message: 'many',
      says: '3 style sheets',
    },
    {
      name: 'one that is large, and of the other nobody knows',
      page: { html: sheet('a') + sheet('b'), probes: { 'https://www.example.com/a.css': size(150_000) } },
      evidence: 'html > head > link:nth-of-type(1)',
      message: 'large',
      says: '150 KB',
    },
  ],
  notApplicable: [{ name: 'none', page: '<style>p { color: red }</style>' }],
  notDecidable: [
    {
      name: 'an unknown size is not 0',
      page: { html: sheet('a'), probes: { 'https://www.example.com/a.css': 200 } },
      reason: 'size_unknown',
    },
  ],
})
