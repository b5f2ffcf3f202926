import { validLang } from '#stages/score/audit/rules/accessibility/language/valid-lang.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(validLang, {
  passes: [
    {
      name: 'ACT de46e4 passed: a passage in French',
      page: '<article lang="en">They said <p lang="fr">Ils ont</p></article>',
    },
    { name: 'ACT de46e4: the region does not matter', page: '<p lang="en-US-GB">Text</p>' },
    { name: 'HTML 3.2.6.2: not known', page: '<p lang="">Text</p>' },
  ],
  fails: [
    {
      name: 'ACT de46e4 failed: not registered',
      page: '<p id="a" lang="dutch">Text</p>',
      message: 'unknown',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'ACT de46e4 failed: white space',
      page: '<p lang=" ">Text</p>',
      message: 'unknown',
      evidence: 'html > body > p',
    },
    {
      name: `ACT de46e4: of an image's alternative`,
      page: '<div lang="em"><img src="a.png" alt="Text"></div><p lang="en">Text</p>',
      message: 'unknown',
      evidence: 'html > body > div',
      affected: 1,
      total: 2,
    },
  ],
  notApplicable: [
    { name: `the page's language is another rule's`, page: '<html lang="em"><p>Text</p>' },
    { name: 'ACT de46e4 inapplicable: without text', page: '<p lang="hello"></p>' },
    { name: 'ACT de46e4 inapplicable: hidden', page: '<p lang="hello" hidden>Text</p>' },
  ],
})
