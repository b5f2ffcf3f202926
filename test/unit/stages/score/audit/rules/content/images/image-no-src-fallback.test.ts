import { imageNoSrcFallback } from '#stages/score/audit/rules/content/images/image-no-src-fallback.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(imageNoSrcFallback, {
  passes: [
    { name: 'Google: src with loading=lazy', page: '<img src="/a.png" loading="lazy" alt="A">' },
    { name: 'Google: srcset', page: '<img data-src="/a.png" srcset="/a.png 2x" alt="A">' },
    {
      name: 'Google: noscript beside it',
      page: '<div><img data-src="/a.png" alt="A"><noscript><img src="/a.png" alt="A"></noscript></div>',
    },
    {
      name: 'a source of its picture',
      page: '<picture><source srcset="/a.webp"><img data-src="/a.png" alt="A"></picture>',
    },
  ],
  fails: [
    {
      name: 'a data attribute alone',
      page: '<img data-src="/a.png" alt="A"><img src="/b.png" alt="A">',
      message: 'deferred',
      evidence: 'html > body > img:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
    {
      name: 'decoration that has its address is not counted',
      page: '<img data-src="/a.png" alt="A"><img src="/b.png" alt="">',
      message: 'deferred',
      evidence: 'html > body > img:nth-of-type(1)',
      affected: 1,
      total: 1,
    },
    {
      name: 'an empty src',
      page: '<img src="" data-lazy-src="/a.png" alt="A">',
      message: 'deferred',
      evidence: 'html > body > img',
    },
  ],
  notApplicable: [{ name: 'no image', page: '<p>Text' }],
})
