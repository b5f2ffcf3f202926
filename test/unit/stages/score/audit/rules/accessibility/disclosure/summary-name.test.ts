import { summaryName } from '#stages/score/audit/rules/accessibility/disclosure/summary-name.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(summaryName, {
  passes: [
    { name: 'axe: text', page: '<details><summary>More</summary>Text</details>' },
    {
      name: 'axe: aria-label and title',
      page: '<details><summary aria-label="More"></summary></details><details><summary title="More"></summary></details>',
    },
  ],
  fails: [
    {
      name: 'axe: nothing',
      page: '<details><summary id="a"></summary>Text</details>',
      message: 'missing',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'axe: only an icon',
      page: '<details open><summary><i class="icon"></i></summary>Text</details>',
      message: 'missing',
      evidence: 'html > body > details > summary',
    },
  ],
  notApplicable: [
    {
      name: 'axe: a second summary opens nothing',
      page: '<summary></summary><details><div><summary></summary></div>Text</details>',
    },
    { name: 'no details', page: '<p>Text</p>' },
  ],
})
