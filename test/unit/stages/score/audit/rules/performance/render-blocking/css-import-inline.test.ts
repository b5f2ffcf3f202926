import { cssImportInline } from '#stages/score/audit/rules/performance/render-blocking/css-import-inline.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(cssImportInline, {
  passes: [
    { name: 'no imports', page: '<style>p { color: red }</style>' },
    { name: 'in a comment', page: '<style>/* ** @import "a.css"; */ p { color: red }</style>' },
    { name: 'capo.js: for print', page: '<style media="Print">@import "a.css";</style>' },
  ],
  fails: [
    {
      name: 'capo.js: an import',
      page: '<style>@import url("a.css");</style><style>p {}</style>',
      message: 'imports',
      evidence: 'html > head > style:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
    {
      name: 'in capitals, behind a comment',
      page: '<style>/* a */ @IMPORT "a.css";</style>',
      message: 'imports',
      evidence: 'html > head > style',
    },
  ],
  notApplicable: [{ name: 'no styles', page: '<p>x' }],
})
