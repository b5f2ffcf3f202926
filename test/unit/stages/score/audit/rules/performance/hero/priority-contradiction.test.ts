import { priorityContradiction } from '#stages/score/audit/rules/performance/hero/priority-contradiction.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const high = '<img src="a.jpg" alt="" fetchpriority="high">'

ruleTester(priorityContradiction, {
  passes: [
    { name: 'one', page: high },
    { name: 'two, for phone and desk', page: high + high },
  ],
  fails: [
    {
      name: 'web.dev, fetch priority: the main image is urgent and lazy',
      page: '<img alt="" LOADING=Lazy src="a.jpg" FetchPriority=High>',
      evidence: 'html > body > img',
      message: 'lazy',
      affected: 1,
      total: 1,
    },
    {
      name: 'urgent and lazy',
      page: `${high}<img src="b.jpg" alt="" fetchpriority="high" loading="lazy">`,
      evidence: 'html > body > img:nth-of-type(2)',
      message: 'lazy',
      affected: 1,
      total: 2,
    },
    {
      name: 'three',
      page: high + high + high,
      evidence: 'html > body > img:nth-of-type(1)',
      message: 'many',
      says: '3 images',
    },
  ],
  notApplicable: [{ name: 'none', page: '<img src="a.jpg" alt="" fetchpriority="low">' }],
})
