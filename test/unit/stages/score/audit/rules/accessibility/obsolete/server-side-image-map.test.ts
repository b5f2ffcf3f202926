import { serverSideImageMap } from '#stages/score/audit/rules/accessibility/obsolete/server-side-image-map.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(serverSideImageMap, {
  passes: [{ name: 'axe: a plain image', page: '<a href="/"><img src="a.png" alt="A"></a>' }],
  fails: [
    {
      name: 'axe: ismap',
      page: '<a href="/"><img id="a" src="a.png" alt="A" ismap></a>',
      message: 'found',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
  ],
  notApplicable: [
    { name: 'HTML 4.8.3: outside of a link it does nothing', page: '<img src="a.png" alt="A" ismap>' },
  ],
})
