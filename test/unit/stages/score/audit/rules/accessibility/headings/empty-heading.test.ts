import { emptyHeading } from '#stages/score/audit/rules/accessibility/headings/empty-heading.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(emptyHeading, {
  passes: [
    { name: 'ACT ffd0e9 passed: text', page: '<h2>Sports</h2>' },
    {
      name: 'ACT ffd0e9 passed: aria-label',
      page: '<div role="heading" aria-level="2" aria-label="Sports"></div>',
    },
    { name: 'ACT ffd0e9 passed: an image', page: '<h3><img src="a.png" alt="Sports"></h3>' },
    { name: 'one fault costs once: image-alt reports it for the image', page: '<h2><img src="a.png"></h2>' },
  ],
  fails: [
    {
      name: 'ACT ffd0e9 failed: nothing',
      page: '<h2 id="a"></h2>',
      message: 'empty',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'ACT ffd0e9 failed: line breaks',
      page: '<h2>Sports</h2><h3><br></h3>',
      message: 'empty',
      evidence: 'html > body > h3',
      affected: 1,
      total: 2,
    },
    {
      name: 'ACT ffd0e9 failed: only what is not exposed',
      page: '<h2><span aria-hidden="true">Sports</span></h2>',
      message: 'empty',
      evidence: 'html > body > h2',
    },
    {
      name: 'a role',
      page: '<div role="heading" aria-level="3"></div>',
      message: 'empty',
      evidence: 'html > body > div',
    },
  ],
  notApplicable: [
    { name: 'ACT ffd0e9 inapplicable: hidden', page: '<h2 hidden></h2>' },
    {
      name: 'another rule reports the first level',
      page: '<h1></h1><div role="heading" aria-level="1"></div>',
    },
    { name: 'pitfall: in a template', page: '<template><h2></h2></template>' },
  ],
})
