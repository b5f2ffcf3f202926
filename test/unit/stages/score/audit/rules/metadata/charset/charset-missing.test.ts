import { charsetMissing } from '#stages/score/audit/rules/metadata/charset/charset-missing.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const plain = { 'content-type': 'text/html' }

ruleTester(charsetMissing, {
  passes: [
    { name: 'Lighthouse charset: in the header', page: '<title>A</title>' },
    { name: 'Lighthouse charset: as meta', page: { html: '<meta charset="utf-8">', headers: plain } },
    {
      name: 'Lighthouse charset: as http-equiv',
      page: {
        html: '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">',
        headers: plain,
      },
    },
    { name: 'a byte order mark', page: { html: '\uFEFF<title>A</title>', headers: plain } },
    {
      name: 'one that comes late is reported by charset-late',
      page: { html: `<!--${'x'.repeat(2000)}--><meta charset="utf-8">`, headers: plain },
    },
  ],
  fails: [
    {
      name: 'Lighthouse charset: nowhere',
      page: { html: '<title>A</title>', headers: plain },
      message: 'missing',
      evidence: null,
    },
    {
      name: 'a name that no encoding has',
      page: { html: '<meta charset="utf-88">', headers: plain },
      message: 'missing',
      evidence: null,
    },
  ],
  notApplicable: 'every page has an encoding',
})
