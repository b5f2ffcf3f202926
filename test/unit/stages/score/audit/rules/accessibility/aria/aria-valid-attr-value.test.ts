import { ariaValidAttrValue } from '#stages/score/audit/rules/accessibility/aria/aria-valid-attr-value.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ariaValidAttrValue, {
  passes: [
    {
      name: 'ACT 6a7281 passed: true, tristate, token, number, integer',
      page: '<div role="checkbox" aria-checked="mixed" aria-required="true" aria-relevant="additions text"></div><div role="slider" aria-valuenow="12.5" aria-orientation="horizontal"></div><div role="heading" aria-level="3"></div>',
    },
    {
      name: 'ACT 6a7281 passed: an id',
      page: '<div role="scrollbar" aria-controls="a" aria-valuenow="-.5"></div><p id="a">A</p>',
    },
    { name: 'WAI-ARIA: empty is not given', page: '<div aria-live=""></div>' },
    {
      name: 'WAI-ARIA: aria-current takes what it does not know for true',
      page: '<a href="/" aria-current="yes">A</a>',
    },
    {
      name: 'what opens may come later',
      page: '<button aria-expanded="false" aria-controls="later">A</button>',
    },
    { name: 'labels may come later', page: '<input aria-labelledby="later" aria-describedby="later2">' },
  ],
  fails: [
    {
      name: 'ACT 6a7281 failed: yes is not true',
      page: '<div id="a" role="textbox" aria-required="yes"></div>',
      message: 'invalid',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'ACT 6a7281 failed: not a token',
      page: '<div aria-live="nope"></div><div aria-live="polite"></div>',
      message: 'invalid',
      evidence: 'html > body > div:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
    {
      name: 'ACT 6a7281 failed: no integer',
      page: '<div role="heading" aria-level="one"></div>',
      message: 'invalid',
      evidence: 'html > body > div',
    },
    {
      name: 'ACT 6a7281 failed: a fraction',
      page: '<div role="listitem" aria-posinset="1.5"></div>',
      message: 'invalid',
      evidence: 'html > body > div',
    },
    {
      name: 'axe: less than the least',
      page: '<div role="listitem" aria-setsize="-2"></div>',
      message: 'invalid',
      evidence: 'html > body > div',
    },
    {
      name: 'ACT 6a7281 failed: nothing has the id',
      page: '<div role="combobox" aria-expanded="true" aria-controls="nothing"></div>',
      message: 'invalid',
      evidence: 'html > body > div',
    },
    {
      name: 'several tokens of which one is not',
      page: '<div aria-relevant="additions foo"></div>',
      message: 'invalid',
      evidence: 'html > body > div',
    },
    {
      name: 'ACT 6a7281 failed: white space is a value, and no state',
      page: '<button aria-pressed=" ">A</button>',
      message: 'invalid',
      evidence: 'html > body > button',
    },
    {
      name: 'ACT 6a7281 failed: on an element of SVG',
      page: '<svg id="a" aria-hidden="no"><path></path></svg>',
      message: 'invalid',
      evidence: '#a',
    },
    {
      name: 'axe: a closed widget refers to details that are not there',
      page: '<button id="a" aria-expanded="false" aria-details="nothing">A</button>',
      message: 'invalid',
      evidence: '#a',
    },
  ],
  notApplicable: [{ name: 'none', page: '<p>A</p>' }],
})
