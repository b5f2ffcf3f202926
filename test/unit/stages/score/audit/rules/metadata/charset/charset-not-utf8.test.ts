import { charsetNotUtf8 } from '#stages/score/audit/rules/metadata/charset/charset-not-utf8.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(charsetNotUtf8, {
  passes: [{ name: 'UTF-8', page: '<title>A</title>' }],
  fails: [
    {
      name: 'declared by the header',
      page: { headers: { 'content-type': 'text/html; charset=windows-1251' } },
      message: 'other',
      evidence: 'windows-1251',
      says: 'windows-1251',
    },
    {
      name: 'declared by the page',
      page: { html: '<meta charset="shift_jis">', headers: { 'content-type': 'text/html' } },
      message: 'other',
      evidence: 'html > head > meta',
    },
  ],
  notApplicable: [
    {
      name: 'nothing declared: charset-missing reports it',
      page: { html: '<title>A</title>', headers: { 'content-type': 'text/html' } },
    },
  ],
})
