import { metaViewportLarge } from '#stages/score/audit/rules/accessibility/meta/meta-viewport-large.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(metaViewportLarge, {
  passes: [
    { name: 'axe: five times', page: '<meta name="viewport" content="maximum-scale=5.0">' },
    { name: 'axe: no limit', page: '<meta name="viewport" content="width=device-width">' },
    {
      name: 'one fault costs once: meta-viewport reports it for less than twice',
      page: '<meta name="viewport" content="maximum-scale=1, user-scalable=no">',
    },
  ],
  fails: [
    {
      name: 'axe: twice alone',
      page: '<meta name="viewport" content="maximum-scale=2">',
      message: 'limited',
      evidence: 'html > head > meta',
      says: 'maximum-scale=2',
    },
    {
      name: 'axe: nearly five times',
      page: '<meta name="viewport" content="initial-scale=1, maximum-scale=4.9">',
      message: 'limited',
      evidence: 'html > head > meta',
    },
    {
      name: 'axe: also where zooming is switched off',
      page: '<meta name="viewport" content="user-scalable=no, maximum-scale=3">',
      message: 'limited',
      evidence: 'html > head > meta',
      says: 'maximum-scale=3',
    },
  ],
  notApplicable: [{ name: 'none', page: '<title>x</title>' }],
})
