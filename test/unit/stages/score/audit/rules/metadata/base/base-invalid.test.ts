import { baseInvalid } from '#stages/score/audit/rules/metadata/base/base-invalid.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(baseInvalid, {
  passes: [
    { name: 'absolute', page: '<base href="https://www.example.com/a/">' },
    { name: 'relative to the page', page: '<base href="/a/">' },
  ],
  fails: [
    {
      name: 'HTML, 4.2.3: data: is not allowed',
      page: '<base href="data:text/plain,">',
      message: 'invalid',
      evidence: 'html > head > base',
    },
    {
      name: 'no address',
      page: '<base href="https://">',
      message: 'invalid',
      evidence: 'html > head > base',
      says: '"https://"',
    },
    {
      name: 'a file',
      page: '<base href="file:///C:/site/">',
      message: 'invalid',
      evidence: 'html > head > base',
    },
  ],
  notApplicable: [{ name: 'a target alone', page: '<base target="_blank">' }],
})
