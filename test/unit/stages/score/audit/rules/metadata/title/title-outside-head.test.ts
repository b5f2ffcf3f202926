import { titleOutsideHead } from '#stages/score/audit/rules/metadata/title/title-outside-head.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(titleOutsideHead, {
  passes: [
    {
      name: 'a title in the head',
      page: '<head><title>Here</title></head><body><title>There</title></body>',
    },
  ],
  fails: [
    {
      name: 'Google: metadata belongs into the head',
      page: '<head></head><body><p>Text</p><title>Late</title></body>',
      message: 'outside',
      evidence: 'html > body > title',
    },
    {
      name: 'behind content where no tags are written',
      page: '<p>Text</p><title>Late</title>',
      message: 'outside',
      evidence: 'html > body > title',
    },
  ],
  notApplicable: [
    { name: 'no title at all', page: '<p>Text</p>' },
    {
      name: 'a title that a broken head lost is reported by head-broken',
      page: '<head><div></div><title>Lost</title></head>',
    },
  ],
})
