import { objectAlt } from '#stages/score/audit/rules/accessibility/images/object-alt.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(objectAlt, {
  passes: [
    { name: 'ACT 8fc3b6 passed: aria-label', page: '<object data="/moon.jpg" aria-label="Moon"></object>' },
    { name: 'ACT 8fc3b6 passed: title', page: '<object title="Moon speech" data="/moon.mp3"></object>' },
    {
      name: 'ACT 8fc3b6 passed: decoration by its role',
      page: '<object role="presentation" data="/moon.jpg"></object>',
    },
  ],
  fails: [
    {
      name: 'ACT 8fc3b6 failed: no name',
      page: '<object id="a" data="/moon.jpg"></object>',
      message: 'missing',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'ACT 8fc3b6 failed: a title of white space',
      page: '<object title=" " data="/moon.mp3"></object>',
      message: 'missing',
      evidence: 'html > body > object',
    },
    {
      name: 'what stands within is shown only instead',
      page: '<object data="/moon.jpg">Moon</object>',
      message: 'missing',
      evidence: 'html > body > object',
    },
  ],
  notApplicable: [
    { name: 'ACT 8fc3b6: an object with a role', page: '<object data="a.png" role="img"></object>' },
    {
      name: 'ACT 8fc3b6: a document, which is no image, audio or video',
      page: '<object data="a.pdf"></object><object data="/x" type="application/pdf"></object>',
    },
    {
      name: 'ACT 8fc3b6 inapplicable: a page',
      page: '<object data="/page.html"></object><object type="text/html" data="/page"></object>',
    },
    {
      name: 'ACT 8fc3b6 inapplicable: hidden',
      page: '<object data="/moon.jpg" style="display: none;"></object>',
    },
    { name: 'nothing is embedded', page: '<object></object>' },
  ],
})
