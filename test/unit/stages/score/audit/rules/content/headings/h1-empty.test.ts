import { h1Empty } from '#stages/score/audit/rules/content/headings/h1-empty.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(h1Empty, {
  passes: [
    { name: 'ACT ffd0e9: text', page: '<h1>Title</h1>' },
    { name: 'ACT ffd0e9: an image with a text alternative', page: '<h1><img src="a.png" alt="Shop"></h1>' },
    { name: 'named by aria-label', page: '<h1 aria-label="Shop"></h1>' },
    { name: 'an image without alternative is reported by image-alt', page: '<h1><img src="a.png"></h1>' },
  ],
  fails: [
    {
      name: 'ACT ffd0e9: nothing in it',
      page: '<h1></h1>',
      message: 'empty',
      affected: 1,
      total: 1,
      evidence: 'html > body > h1',
    },
    {
      name: 'white space',
      page: '<h1>  </h1><h1>Title</h1>',
      message: 'empty',
      evidence: 'html > body > h1:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
    {
      name: 'decoration alone',
      page: '<h1><img src="a.png" alt=""></h1>',
      message: 'empty',
      evidence: 'html > body > h1',
    },
  ],
  notApplicable: [
    { name: 'none', page: '<p>Text' },
    { name: 'a lower one is reported by empty-heading', page: '<h2></h2>' },
  ],
})
