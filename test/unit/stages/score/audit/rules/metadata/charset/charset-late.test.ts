import { charsetLate } from '#stages/score/audit/rules/metadata/charset/charset-late.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const plain = { 'content-type': 'text/html' }
const meta = '<meta charset="utf-8">'

ruleTester(charsetLate, {
  passes: [
    { name: 'at the start', page: { html: `<!doctype html>${meta}`, headers: plain } },
    // 1,024 - 22 bytes of the element.
    {
      name: 'HTML, 4.2.5.4: it ends with byte 1,024',
      page: { html: `<!--${'x'.repeat(995)}-->${meta}`, headers: plain },
    },
  ],
  fails: [
    {
      name: 'it ends with byte 1,025',
      page: { html: `<!--${'x'.repeat(996)}-->${meta}`, headers: plain },
      message: 'late',
      evidence: 'html > head > meta',
      says: 'byte 1025',
    },
    {
      name: 'bytes are counted, not characters',
      page: { html: `<!--${'é'.repeat(500)}-->${meta}`, headers: plain },
      message: 'late',
      evidence: 'html > head > meta',
      says: 'byte 1029',
    },
  ],
  notApplicable: [
    { name: 'the header decides', page: `<!--${'x'.repeat(2000)}-->${meta}` },
    { name: 'none', page: { html: '<title>A</title>', headers: plain } },
  ],
})
