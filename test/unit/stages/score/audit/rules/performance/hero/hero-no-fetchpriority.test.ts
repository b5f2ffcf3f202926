import { heroNoFetchpriority } from '#stages/score/audit/rules/performance/hero/hero-no-fetchpriority.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(heroNoFetchpriority, {
  passes: [
    { name: 'web.dev: high', page: '<img src="a.jpg" alt="" fetchpriority="HIGH">' },
    { name: 'preloaded', page: '<link rel="preload" as="image" href="/a.jpg"><img src="a.jpg" alt="">' },
    {
      name: 'preloaded in several widths',
      page: '<link rel="preload" as="image" imagesrcset="a.jpg 1x, b.jpg 2x"><img src="c.jpg" srcset="a.jpg 1x, b.jpg 2x" alt="">',
    },
  ],
  fails: [
    {
      name: 'neither',
      page: '<img src="a.jpg" alt="">',
      message: 'none',
      evidence: 'html > body > img',
      says: 'a.jpg',
    },
  ],
  notApplicable: [
    { name: 'no images', page: '<p>x' },
    { name: 'a lazy one is reported by hero-lazy', page: '<img src="a.jpg" alt="" loading="lazy">' },
    { name: 'within the page', page: '<img src="data:image/png;base64,AA" alt="">' },
  ],
})
