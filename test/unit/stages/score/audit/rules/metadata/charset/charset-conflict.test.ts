import { charsetConflict } from '#stages/score/audit/rules/metadata/charset/charset-conflict.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(charsetConflict, {
  passes: [
    {
      name: 'header and meta agree, whatever the label',
      page: { html: '<meta charset="UTF8">', headers: { 'content-type': 'text/html; charset="utf-8"' } },
    },
  ],
  fails: [
    {
      name: 'header and meta differ',
      page: '<meta charset="iso-8859-1">',
      message: 'conflict',
      evidence: 'html > head > meta',
      says: 'UTF-8 and windows-1252',
    },
    {
      name: 'two metas differ',
      page: {
        html: '<meta charset="utf-8"><meta http-equiv="content-type" content="text/html; charset=windows-1251">',
        headers: { 'content-type': 'text/html' },
      },
      message: 'conflict',
      evidence: 'html > head > meta:nth-of-type(1)',
    },
  ],
  notApplicable: [{ name: 'only the header', page: '<title>A</title>' }],
})
