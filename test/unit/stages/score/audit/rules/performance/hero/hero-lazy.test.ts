import { heroLazy } from '#stages/score/audit/rules/performance/hero/hero-lazy.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(heroLazy, {
  passes: [
    {
      name: 'the first at once, the second lazily',
      page: '<img src="a.jpg" alt=""><img src="b.jpg" alt="" loading="lazy">',
    },
    {
      name: 'a lazy logo before it',
      page: '<img src="logo.svg" alt="Logo" loading="lazy"><img src="a.jpg" alt="">',
    },
    {
      name: 'later slides of a carousel',
      page: '<div><div class="slide"><img src="a.jpg" alt=""></div><div class="slide"><img src="b.jpg" alt="" loading="lazy"></div></div>',
    },
  ],
  fails: [
    {
      name: 'web.dev: the first of the content',
      page: '<main><img src="a.jpg" alt="" loading="LAZY"></main>',
      message: 'lazy',
      says: 'a.jpg',
      evidence: 'html > body > main > img',
    },
  ],
  notApplicable: [
    { name: 'no images', page: '<p>x' },
    {
      name: 'priority-contradiction reports one that is urgent, too',
      page: '<img src="a.jpg" alt="" loading="lazy" fetchpriority="high">',
    },
    { name: 'small ones', page: '<img src="a.png" width="32" height="32" alt="" loading="lazy">' },
  ],
})
