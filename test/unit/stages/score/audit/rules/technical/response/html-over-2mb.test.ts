import { htmlOver2mb } from '#stages/score/audit/rules/technical/response/html-over-2mb.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const page = (chars: number) => ({
  html: `<title>A</title><!--${'x'.repeat(chars)}-->`,
  headers: { 'content-type': 'text/html' },
})

ruleTester(htmlOver2mb, {
  passes: [
    { name: 'a common page', page: '<title>A</title>' },
    // 23 bytes of markup.
    { name: '2 MiB', page: page(2 * 1024 * 1024 - 23) },
  ],
  fails: [
    {
      name: 'Google: one byte more',
      page: page(2 * 1024 * 1024 - 22),
      message: 'tooLarge',
      evidence: null,
      says: '2097153 bytes',
    },
  ],
  notApplicable: [
    {
      name: 'metadata that is cut off is reported by metadata-beyond-cutoff',
      page: { html: `<title>A</title><!--${'x'.repeat(2 * 1024 * 1024)}--><link rel="canonical" href="/">` },
    },
  ],
})
