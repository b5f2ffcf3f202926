import { contentTypeWrong } from '#stages/score/audit/rules/technical/response/content-type-wrong.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(contentTypeWrong, {
  passes: [
    { name: 'HTML', page: { headers: { 'content-type': 'Text/HTML;charset=utf-8' } } },
    { name: 'XHTML', page: { headers: { 'content-type': 'application/xhtml+xml' } } },
  ],
  fails: [
    {
      name: 'plain text',
      page: { headers: { 'content-type': 'text/plain' } },
      evidence: 'Content-Type: text/plain',
      message: 'wrong',
      says: 'text/plain',
    },
    { name: 'none', page: { headers: { 'content-type': [] } }, evidence: null, message: 'missing' },
  ],
  notApplicable: 'every page has a type',
})
