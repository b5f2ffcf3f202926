import { validLang } from '#stages/score/audit/rules/accessibility/language/valid-lang.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(validLang, {
  passes: [
    {
      name: 'ACT de46e4 passed: a passage in French',
      page: '<article lang="en">They said <p lang="fr">Ils ont</p></article>',
    },
    { name: 'ACT de46e4: the region does not matter', page: '<p lang="en-US-GB">Text</p>' },
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
    {
      name: 'ACT de46e4: seen, although assistive technology is not told of it',
      page: '<p id="a" lang="xx" aria-hidden="true">Text</p>',
      message: 'unknown',
      evidence: '#a',
    },
    {
      name: 'HTML 3.2.6.2: text beside a child with a language of its own',
      page: '<div id="a" lang="xx"><p lang="en">A</p> and</div>',
      message: 'unknown',
      evidence: '#a',
      affected: 1,
      total: 2,
    },
    {
      name: 'HTML 3.2.6.2: on elements of SVG, and the title of a drawing',
      page: '<svg id="a" xml:lang="xx"><title>Text</title></svg>',
      message: 'unknown',
      evidence: '#a',
    },
    {
      name: 'RFC 5646, 2.1: subtags are separated by hyphens',
      page: '<p id="a" lang="en_US">Text</p>',
      message: 'unknown',
      evidence: '#a',
    },
    {
      name: 'axe: in xml:lang',
      page: '<p id="a" lang="en" xml:lang="xx">Text</p>',
      message: 'unknown',
      evidence: '#a',
    },
  ],
  notApplicable: [
    { name: 'HTML 3.2.6.2: an empty one says that it is not known', page: '<p lang="">Text</p>' },
    {
      name: 'ACT de46e4: all text is in children with a language of their own',
      page: '<div lang="xx"><p lang="">A</p> <p lang=""><img src="a.png" alt="B"></p></div>',
    },
    {
      name: 'text that nobody gets: hidden, or of a picture without meaning',
      page: '<div lang="xx"><p hidden>A</p><img role="none" src="a.png" alt="B"><video src="a.mp4">C</video></div>',
    },
    {
      name: 'ACT de46e4: an alternative that assistive technology is not told of',
      page: '<div lang="xx"><p aria-hidden="true"><img src="a.png" alt="A"></p></div>',
    },
    { name: `the page's language is another rule's`, page: '<html lang="em"><p>Text</p>' },
    { name: 'ACT de46e4 inapplicable: without text', page: '<p lang="hello"></p>' },
    { name: 'ACT de46e4 inapplicable: hidden', page: '<p lang="hello" hidden>Text</p>' },
  ],
})
