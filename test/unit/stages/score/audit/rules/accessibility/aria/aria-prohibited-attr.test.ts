import { ariaProhibitedAttr } from '#stages/score/audit/rules/accessibility/aria/aria-prohibited-attr.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ariaProhibitedAttr, {
  passes: [
    { name: 'axe reviews: the name is not there yet', page: '<div aria-labelledby="later"></div>' },
    {
      name: 'WAI-ARIA 1.2: definitions may be named by their roles',
      page: '<div role="definition" aria-label="A"></div>',
    },
    {
      name: 'ACT 5c01ea: a role that can be named',
      page: '<section aria-label="A"></section><nav aria-labelledby="x"></nav><div role="group" aria-label="B"></div>',
    },
    { name: 'axe reviews: there is text', page: '<div aria-label="A">Text</div>' },
    {
      name: 'within a control',
      page: '<button><span aria-label="A"></span></button><a href="/"><i aria-label="B"></i></a>',
    },
    {
      name: 'axe reviews: what names it can be read',
      page: '<p id="x">A</p><div aria-labelledby="x"></div>',
    },
  ],
  fails: [
    {
      name: 'ARIA in HTML: obsolete elements, descriptions',
      page: '<center aria-label="A"></center><dl><dt>A</dt><dd aria-label="B"></dd></dl>',
      message: 'prohibited',
      evidence: 'html > body > center',
      affected: 2,
      total: 2,
    },
    {
      name: 'axe: the name is hidden, or empty',
      page: '<i aria-labelledby="x"></i><i aria-label="A" aria-labelledby="y"></i><p id="x" hidden>A</p><p id="y"></p>',
      message: 'prohibited',
      evidence: 'html > body > i:nth-of-type(1)',
      affected: 2,
      total: 2,
    },
    {
      name: 'axe: an element without a role',
      page: '<span id="a" aria-label="Star"></span>',
      message: 'prohibited',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'axe: a role that must not be named',
      page: '<div role="none" aria-label="A"></div><div role="group" aria-label="B"></div>',
      message: 'prohibited',
      evidence: 'html > body > div:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
    {
      name: 'an icon',
      page: '<p><i class="icon" aria-label="Home"></i></p>',
      message: 'prohibited',
      evidence: 'html > body > p > i',
    },
    {
      name: 'a link without a target',
      page: '<a aria-label="A"></a>',
      message: 'prohibited',
      evidence: 'html > body > a',
    },
  ],
  notApplicable: [
    { name: 'none', page: '<p>A</p>' },
    { name: 'axe: an empty one', page: '<div aria-label=""></div>' },
  ],
})
