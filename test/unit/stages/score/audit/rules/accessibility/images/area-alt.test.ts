import { areaAlt } from '#stages/score/audit/rules/accessibility/images/area-alt.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(areaAlt, {
  passes: [
    {
      name: 'axe area-alt: a text in alt',
      page: '<img usemap="#m" alt="Map"><map name="m"><area href="#a" alt="North"></map>',
    },
    {
      name: 'axe area-alt: aria-label and title',
      page: '<map name="m"><area href="#a" aria-label="North"><area href="#b" title="South"></map>',
    },
    {
      name: 'an area without a link needs none',
      page: '<map name="m"><area href="#a" alt="North"><area shape="rect"></map>',
    },
  ],
  fails: [
    {
      name: 'axe area-alt: nothing',
      page: '<map name="m"><area id="north" href="#a"></map>',
      message: 'missing',
      affected: 1,
      total: 1,
      evidence: '#north',
    },
    {
      name: 'an empty alt names no link',
      page: '<map name="m"><area href="#a" alt=""><area href="#b" alt="South"></map>',
      message: 'missing',
      evidence: 'html > body > map > area:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
  ],
  notApplicable: [
    { name: 'no areas', page: '<map name="m"></map>' },
    { name: 'axe area-alt: an area outside of a map is none', page: '<area href="#a">' },
  ],
})
