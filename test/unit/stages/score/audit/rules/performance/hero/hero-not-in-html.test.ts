import { heroNotInHtml } from '#stages/score/audit/rules/performance/hero/hero-not-in-html.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const cover = `<div class="hero-banner" style="color: red; background-image: url('/a.jpg')"></div>`
const preload = '<link rel="preload" as="image" href="/a.jpg">'

ruleTester(heroNotInHtml, {
  passes: [
    { name: 'an img', page: '<img src="a.jpg" alt="">' },
    { name: 'a better one for scripts to load', page: '<img src="a.jpg" data-src="b.jpg" alt="">' },
    { name: 'a background that is preloaded', page: preload + cover },
    { name: 'preloaded for a script', page: `${preload}<img data-src="/a.jpg" alt="">` },
  ],
  fails: [
    {
      name: 'a script has to load it',
      page: '<img data-src="/a.jpg" alt="">',
      evidence: 'html > body > img',
      message: 'script',
      says: '/a.jpg',
    },
    {
      name: 'behind a placeholder',
      page: '<img src="data:image/gif;base64,AA" data-srcset="/a.jpg 1x, /b.jpg 2x" alt="">',
      evidence: 'html > body > img',
      message: 'script',
      says: '/a.jpg',
    },
    {
      name: 'a background',
      page: cover,
      evidence: 'html > body > div',
      message: 'background',
      says: '/a.jpg',
    },
  ],
  notApplicable: [
    { name: 'no images', page: '<p>x' },
    { name: 'a background of something else', page: '<p style="background: url(/a.png)">x' },
  ],
})
