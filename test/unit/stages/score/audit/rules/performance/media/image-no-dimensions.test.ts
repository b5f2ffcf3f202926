import { imageNoDimensions } from '#stages/score/audit/rules/performance/media/image-no-dimensions.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(imageNoDimensions, {
  passes: [
    { name: 'web.dev: both', page: '<img src="a.jpg" alt="A" width="640" height="360">' },
    {
      name: 'one and the ratio',
      page: '<img src="a.jpg" alt="A" style="width: 100%; aspect-ratio: 16 / 9">',
    },
    { name: 'an attribute and a style', page: '<img src="a.jpg" alt="A" width="100" style="height:5em">' },
  ],
  fails: [
    {
      name: 'decoration too moves what stands below it',
      page: '<img src="a.jpg" alt="">',
      message: 'unsized',
      evidence: 'html > body > img',
      affected: 1,
      total: 1,
    },
    {
      name: 'neither',
      page: '<img src="a.jpg" alt="A"><img src="b.jpg" alt="A" width="1000" height="500">',
      message: 'unsized',
      evidence: 'html > body > img:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
    {
      name: 'a share of what is around it, and what comes',
      page: '<img src="a.jpg" alt="A" width="100%" height="auto">',
      message: 'unsized',
      evidence: 'html > body > img',
    },
    {
      name: 'a style that leaves it open',
      page: '<img src="a.jpg" alt="A" width="100" style="max-height: 5em; height: auto">',
      message: 'unsized',
      evidence: 'html > body > img',
    },
  ],
  notApplicable: [
    { name: 'no images', page: '<p>x' },
    {
      name: 'Lighthouse #11631: a drawing within the page',
      page: '<img src="data:image/svg+xml,%3Csvg%3E" alt="A">',
    },
    {
      name: 'Lighthouse: out of the flow',
      page: '<img src="a.jpg" alt="A" style="position:absolute;inset:0">',
    },
    { name: 'not shown', page: '<div hidden><img src="a.jpg" alt="A"></div>' },
    { name: 'decoration with a size', page: '<img src="a.jpg" alt="" width="640" height="360">' },
    { name: 'to count visitors', page: '<img src="a.gif" alt="A" width="1">' },
  ],
})
