import { imageAltLong } from '#stages/score/audit/rules/content/images/image-alt-long.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(imageAltLong, {
  passes: [
    { name: '125 characters', page: `<img src="/a.png" alt="${'a'.repeat(125)}">` },
    { name: '125 graphemes of several code units', page: `<img src="/a.png" alt="${'👩‍👩‍👧'.repeat(125)}">` },
  ],
  fails: [
    {
      name: '126 characters',
      page: `<img src="/a.png" alt="${'a'.repeat(126)}"><img src="/b.png" alt="b">`,
      message: 'long',
      evidence: 'html > body > img:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
  ],
  notApplicable: [{ name: 'decoration', page: '<img src="/a.png" alt="">' }],
})
