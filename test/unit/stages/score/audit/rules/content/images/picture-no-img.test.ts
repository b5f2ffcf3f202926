import { pictureNoImg } from '#stages/score/audit/rules/content/images/picture-no-img.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(pictureNoImg, {
  passes: [
    {
      name: 'HTML: sources and an image',
      page: '<picture><source srcset="/a.webp"><img src="/a.png" alt=""></picture>',
    },
  ],
  fails: [
    {
      name: 'sources alone',
      page: '<picture><source srcset="/a.webp"></picture><picture><img src="/a.png" alt=""></picture>',
      message: 'noImage',
      affected: 1,
      total: 2,
      evidence: 'html > body > picture:nth-of-type(1)',
    },
  ],
  notApplicable: [
    { name: 'none', page: '<img src="/a.png" alt="">' },
    { name: 'one in a template', page: '<template><picture></picture></template>' },
  ],
})
