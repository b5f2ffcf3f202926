import { ariaHiddenBody } from '#stages/score/audit/rules/accessibility/aria/aria-hidden-body.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ariaHiddenBody, {
  passes: [
    { name: 'axe: not hidden', page: '<body><p>A</p>' },
    { name: 'axe: false', page: '<body aria-hidden="false"><p>A</p>' },
  ],
  fails: [
    {
      name: 'axe: hidden',
      page: '<body id="b" aria-hidden="true"><p>A</p>',
      message: 'hidden',
      evidence: '#b',
    },
  ],
  notApplicable: 'every page has a body',
})
