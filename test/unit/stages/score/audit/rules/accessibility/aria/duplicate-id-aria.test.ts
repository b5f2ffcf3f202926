import { duplicateIdAria } from '#stages/score/audit/rules/accessibility/aria/duplicate-id-aria.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(duplicateIdAria, {
  passes: [
    { name: 'each once', page: '<div aria-labelledby="a"></div><p id="a">A</p>' },
    {
      name: 'pitfall: nothing refers to the repeated one',
      page: '<p id="b">A</p><p id="b">B</p><label for="a">C</label><input id="a">',
    },
    {
      name: 'what refers is hidden',
      page: '<label for="a">C</label><input id="a"><div hidden aria-labelledby="b"></div><p id="b">A</p><p id="b">B</p>',
    },
  ],
  fails: [
    {
      name: `axe: a label's`,
      page: '<label for="a">A</label><input id="a"><input id="a">',
      message: 'repeated',
      evidence: 'html > body > input:nth-of-type(1)',
      affected: 1,
      total: 1,
    },
    {
      name: 'axe: of several that are named',
      page: '<div aria-describedby="a b"></div><p id="a">A</p><p id="a">B</p><p id="b">C</p>',
      message: 'repeated',
      evidence: 'html > body > p:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
  ],
  notApplicable: [
    { name: 'nothing is referred to', page: '<p id="a">A</p><p id="a">B</p>' },
    { name: 'HTML 3.2.6: an empty id is none', page: '<label for="">A</label><input id=""><input id="">' },
    { name: 'dangling references', page: '<div aria-labelledby="a"></div>' },
  ],
})
