import { srcsetInvalid } from '#stages/score/audit/rules/content/images/srcset-invalid.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(srcsetInvalid, {
  passes: [
    { name: 'HTML: densities', page: '<img src="/a.png" srcset="/a.png, /b.png 1.5x, /c.png 2x" alt="">' },
    {
      name: 'HTML: widths with sizes',
      page: '<img src="/a.png" srcset="/a.png 400w, /b.png 800w" sizes="50vw" alt="">',
    },
    { name: 'HTML: a width with a height', page: '<img srcset="/a.png 400w 300h" sizes="50vw" alt="">' },
    {
      name: 'HTML: an address with commas',
      page: '<img srcset="/w_1,h_2/a.png 1x, data:image/gif;base64,R0lGOD 2x" alt="">',
    },
    {
      name: 'HTML: a lazy image is measured',
      page: '<picture><source srcset="/a.webp 400w"><img src="/a.png" loading="lazy" alt=""></picture>',
    },
  ],
  fails: [
    {
      name: 'HTML: widths and densities',
      page: '<img srcset="/a.png 400w, /b.png 2x" sizes="50vw" alt="">',
      message: 'invalid',
      evidence: 'html > body > img',
      affected: 1,
      total: 1,
    },
    {
      name: 'HTML: widths without sizes',
      page: '<img srcset="/a.png 400w" alt=""><img srcset="/b.png 2x" alt="">',
      message: 'invalid',
      evidence: 'html > body > img:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
    {
      name: 'HTML: no descriptor',
      page: '<img srcset="/a.png 400px" alt="">',
      message: 'invalid',
      evidence: 'html > body > img',
    },
    {
      name: 'HTML: a width of 0',
      page: '<img srcset="/a.png 0w" sizes="50vw" alt="">',
      message: 'invalid',
      evidence: 'html > body > img',
    },
    {
      name: 'HTML: two of the same density',
      page: '<img srcset="/a.png, /b.png 1x" alt="">',
      message: 'invalid',
      evidence: 'html > body > img',
    },
    {
      name: 'HTML: no candidate',
      page: '<img srcset=" " alt="">',
      message: 'invalid',
      evidence: 'html > body > img',
    },
  ],
  notApplicable: [
    { name: 'none', page: '<img src="/a.png" alt="">' },
    { name: 'a source of a video', page: '<video><source srcset="/a.png 1"></video>' },
  ],
})
