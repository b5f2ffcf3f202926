import { domWide } from '#stages/score/audit/rules/performance/dom/dom-wide.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(domWide, {
  passes: [
    { name: 'Lighthouse: 60 children', page: `<ul>${'<li>a</li>'.repeat(60)}</ul>` },
    { name: 'countries to choose from', page: `<select>${'<option>a</option>'.repeat(200)}</select>` },
    { name: 'rows of a table', page: `<table>${'<tr><td>1</td></tr>'.repeat(100)}</table>` },
  ],
  fails: [
    {
      name: 'one more',
      page: `<ul>${'<li>a</li>'.repeat(61)}</ul>`,
      message: 'wide',
      says: '61 children',
      evidence: 'html > body > ul',
    },
  ],
  notApplicable: 'every page has a width',
})
