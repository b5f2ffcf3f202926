import { frameTitleUnique } from '#stages/score/audit/rules/accessibility/frames/frame-title-unique.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(frameTitleUnique, {
  passes: [
    {
      name: 'ACT 4b1c6c: the same page',
      page: '<iframe src="/a" title="Map"></iframe><iframe src="https://www.example.com/a" title="Map"></iframe>',
    },
    {
      name: 'titles differ',
      page: '<iframe title="A" src="/a"></iframe><iframe title="B" src="/b"></iframe>',
    },
    {
      name: 'ACT 4b1c6c: the same page',
      page: '<iframe title="A" src="/a"></iframe><iframe title="A" src="/a"></iframe>',
    },
  ],
  fails: [
    {
      name: 'ACT 4b1c6c: the same accessible name',
      page: '<iframe src="/a" title="Map"></iframe><iframe src="/b" aria-label="map"></iframe>',
      message: 'repeated',
      evidence: 'html > body > iframe:nth-of-type(2)',
    },
    {
      name: 'axe: the same title',
      page: '<iframe title="A" src="/a"></iframe><iframe id="b" title=" a" src="/b"></iframe>',
      message: 'repeated',
      affected: 1,
      total: 2,
      evidence: '#b',
    },
  ],
  notApplicable: [
    {
      name: 'no titles: frame-title reports it',
      page: '<iframe src="/a"></iframe><iframe src="/b" title=""></iframe>',
    },
  ],
})
