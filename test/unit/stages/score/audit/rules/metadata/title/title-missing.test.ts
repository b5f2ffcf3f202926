import { titleMissing } from '#stages/score/audit/rules/metadata/title/title-missing.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(titleMissing, {
  passes: [
    {
      name: 'ACT 2779a5, passed example 1',
      page: '<html><head><title>This page has a title</title></head></html>',
    },
    {
      name: 'HTML: head and its tags may be left out',
      page: '<!doctype html><title>Order of the planets</title><p>Text',
    },
  ],
  fails: [
    {
      name: 'ACT 2779a5, failed example 1: no title',
      page: '<html><body><h1>This page has no title</h1></body></html>',
      evidence: null,
      message: 'missing',
    },
    {
      name: 'ACT 2779a5, failed example 2: an empty title',
      page: '<html><head><title></title></head></html>',
      message: 'blank',
      evidence: 'html > head > title',
    },
    {
      name: 'ACT 2779a5, failed example 5: white space only',
      page: '<title> \n </title>',
      evidence: 'html > head > title',
      message: 'blank',
    },
    {
      name: 'the title of a drawing is none',
      page: '<body><svg><title>A circle</title></svg></body>',
      evidence: null,
      message: 'missing',
    },
  ],
  notApplicable: [
    {
      name: 'a title after the head is reported by title-outside-head',
      page: '<head></head><body><title>Late</title></body>',
    },
    {
      name: 'a title that was lost with the head is reported by head-broken',
      page: '<head><iframe></iframe><title>Lost</title></head>',
    },
  ],
  notDecidable: [
    {
      name: 'a head beyond what is read',
      page: { html: '<style>aaaa', budgets: { maxChars: 10 } },
      reason: 'truncated',
    },
  ],
})
