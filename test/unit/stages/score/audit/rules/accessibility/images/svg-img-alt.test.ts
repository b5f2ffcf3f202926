import { svgImgAlt } from '#stages/score/audit/rules/accessibility/images/svg-img-alt.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(svgImgAlt, {
  passes: [
    {
      name: 'ACT 7d6734 passed: a title element',
      page: '<svg role="img"><title>1 circle</title><circle cx="50" cy="50" r="40"></circle></svg>',
    },
    {
      name: 'ACT 7d6734 passed: aria-label',
      page: '<svg role="graphics-document" aria-label="1 circle"></svg>',
    },
    {
      name: 'ACT 7d6734 passed: a named symbol',
      page: '<svg><circle role="graphics-symbol" cx="50"><title>1 circle</title></circle></svg>',
    },
    {
      name: 'one fault costs once: the button around it has no text, which button-name reports',
      page: '<button><svg role="img"></svg></button>',
    },
  ],
  fails: [
    {
      name: 'ACT 7d6734 failed: an empty title',
      page: '<svg id="a" role="img"><title></title></svg>',
      message: 'missing',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'ACT 7d6734 failed: an empty aria-label',
      page: '<svg role="img" aria-label=""></svg>',
      message: 'missing',
      evidence: 'html > body > svg',
    },
    {
      name: 'axe svg-img-alt: a title deeper within names something else',
      page: '<svg role="img"><g><title>x</title></g></svg>',
      message: 'missing',
      evidence: 'html > body > svg',
    },
    {
      name: 'no name',
      page: '<svg><circle role="graphics-symbol" cx="50"></circle></svg>',
      message: 'missing',
      evidence: 'html > body > svg > circle',
    },
  ],
  notApplicable: [
    { name: 'ACT 7d6734 inapplicable: no role', page: '<svg><title>x</title></svg>' },
    { name: 'hidden', page: '<svg role="img" aria-hidden="true"></svg>' },
    { name: 'an HTML element', page: '<div role="img"></div>' },
  ],
})
