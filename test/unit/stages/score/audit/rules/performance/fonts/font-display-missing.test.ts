import { fontDisplayMissing } from '#stages/score/audit/rules/performance/fonts/font-display-missing.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const google = 'https://fonts.googleapis.com/css2?family=Inter'

ruleTester(fontDisplayMissing, {
  passes: [
    {
      name: 'Lighthouse: it is there',
      page: '<style>@font-face { font-family: A; src: url(a.woff2); font-display: swap }</style>',
    },
    { name: 'Google Fonts', page: `<link rel="stylesheet" href="${google}&amp;display=swap">` },
  ],
  fails: [
    {
      name: 'one of two faces',
      page: '<style>@font-face{font-family:"B";src:url(b.woff2)} @font-face{font-family:A;font-display:optional}</style>',
      message: 'missing',
      evidence: 'html > head > style',
      affected: 1,
      total: 2,
      says: '"B"',
    },
    {
      name: 'after a comment that ends where another seems to begin',
      page: '<style>/* a */*{margin:0}@font-face{font-family:C}/* b */</style>',
      message: 'missing',
      evidence: 'html > head > style',
      affected: 1,
      total: 1,
    },
    {
      name: 'Google Fonts without',
      page: `<link rel="stylesheet" href="${google}">`,
      message: 'missing',
      evidence: 'html > head > link',
      says: 'family=Inter',
    },
  ],
  notApplicable: [
    { name: 'no fonts', page: '<style>p { color: red }</style>' },
    { name: 'in a comment', page: '<style>/* @font-face { } */</style>' },
    {
      name: 'CSS Syntax 4.3.2: in a comment that is not closed',
      page: '<style>p{}/* @font-face { }</style>',
    },
  ],
})
