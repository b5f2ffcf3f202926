import { headNotFirst } from '#stages/score/audit/rules/metadata/head/head-not-first.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(headNotFirst, {
  passes: [
    {
      name: 'the head comes first',
      page: '<html>\n<head><title>A</title></head><body><p>Text</p></body></html>',
    },
  ],
  fails: [
    {
      name: 'content before the head',
      page: '<html><div>Banner</div><head><title>A</title></head></html>',
      message: 'before',
      evidence: 'html > body > div',
    },
    {
      name: 'metadata before the head',
      page: '<html><script></script><head><title>A</title></head></html>',
      message: 'before',
      evidence: 'html > head > script',
    },
  ],
  notApplicable: [
    { name: 'no head tag', page: '<html><title>A</title><p>Text</p></html>' },
    {
      name: 'content before html is reported by body-before-html',
      page: '<div>Banner</div><html><head><title>A</title></head></html>',
    },
  ],
})
