import { frameTitle } from '#stages/score/audit/rules/accessibility/frames/frame-title.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(frameTitle, {
  passes: [
    { name: 'ACT cae760 passed: title', page: '<iframe title="List of Contributors" src="/a"></iframe>' },
    { name: 'ACT cae760 passed: aria-label', page: '<iframe aria-label="Advertisement" src="/a"></iframe>' },
    {
      name: 'ACT cae760 passed: aria-labelledby',
      page: '<div id="t">Watch</div><iframe aria-labelledby="t" src="/a"></iframe>',
    },
  ],
  fails: [
    {
      name: 'ACT cae760 failed: none',
      page: '<iframe id="a" src="/a"></iframe>',
      message: 'missing',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'ACT cae760 failed: an empty one',
      page: '<iframe src="/a" title=""></iframe><iframe src="/b" title="B"></iframe>',
      message: 'missing',
      evidence: 'html > body > iframe:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
    {
      name: 'ACT cae760 failed: a name is none',
      page: '<iframe name="List" src="/a"></iframe>',
      message: 'missing',
      evidence: 'html > body > iframe',
    },
  ],
  notApplicable: [
    {
      name: 'ACT cae760: marked as decorative, or not reached',
      page: '<iframe role="none"></iframe><iframe role="none" tabindex="0"></iframe><iframe tabindex="-1"></iframe>',
    },
    { name: 'ACT cae760 inapplicable: none', page: '<div></div>' },
    { name: 'ACT cae760 inapplicable: hidden', page: '<iframe src="/a" style="display: none;"></iframe>' },
    {
      name: 'ACT cae760 inapplicable: the Tab key never comes to it',
      page: '<iframe src="/a" tabindex="-1"></iframe>',
    },
    {
      name: 'what programs exchange',
      page: '<iframe src="/a" width="0" height="0"></iframe><iframe src="/b" width="1px" height="1"></iframe>',
    },
  ],
})
