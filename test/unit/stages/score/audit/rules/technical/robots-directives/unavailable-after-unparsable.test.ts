import { unavailableAfterUnparsable } from '#stages/score/audit/rules/technical/robots-directives/unavailable-after-unparsable.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const until = (date: string) => `<meta name="robots" content="unavailable_after: ${date}">`

ruleTester(unavailableAfterUnparsable, {
  passes: [
    { name: 'Google: RFC 822', page: until('25 Jun 2010 15:00:00 PST') },
    { name: 'Google: RFC 850', page: until('Friday, 25-Jun-10 15:00:00 GMT') },
    { name: 'Google: ISO 8601', page: until('2010-06-25T15:00:00Z') },
  ],
  fails: [
    {
      name: 'no date',
      page: until('soon'),
      message: 'unreadable',
      evidence: 'html > head > meta',
      says: '"soon"',
    },
    {
      name: 'no such month',
      page: until('2026-13-01'),
      message: 'unreadable',
      evidence: 'html > head > meta',
    },
  ],
  notApplicable: [{ name: 'none', page: '<meta name="robots" content="index">' }],
})
