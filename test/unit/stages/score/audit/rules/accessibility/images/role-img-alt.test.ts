import { roleImgAlt } from '#stages/score/audit/rules/accessibility/images/role-img-alt.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(roleImgAlt, {
  passes: [
    {
      name: 'HTML Accessibility API Mappings 1.0, 4.1.9: the caption of a figure',
      page: '<figure role="img"><figcaption>Sales by year</figcaption></figure>',
    },
    { name: 'axe role-img-alt: aria-label', page: '<div role="img" aria-label="blah"></div>' },
    {
      name: 'axe role-img-alt: aria-labelledby',
      page: '<div role="img" aria-labelledby="a"></div><div id="a">blah</div>',
    },
    { name: 'axe role-img-alt: title', page: '<div role="image" title="blah"></div>' },
    {
      name: 'one fault costs once: the link around it has no text, which link-name reports',
      page: '<a href="/"><span role="img"></span></a>',
    },
  ],
  fails: [
    {
      name: 'ACT 23a2a8: an object that its role makes an image',
      page: '<object data="a.png" role="img"></object>',
      message: 'missing',
      evidence: 'html > body > object',
    },
    {
      name: 'axe role-img-alt: nothing',
      page: '<div id="a" role="img"></div>',
      message: 'missing',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'axe role-img-alt: text within is not read',
      page: '<div role="img">alternative</div><i role="img" aria-label="Star"></i>',
      message: 'missing',
      evidence: 'html > body > div',
      affected: 1,
      total: 2,
    },
    {
      name: 'axe role-img-alt: empty names',
      page: '<div role="img" aria-label=""></div>',
      message: 'missing',
      evidence: 'html > body > div',
    },
    {
      name: 'a nameless image beside the text of a link',
      page: '<a href="/"><span role="img"></span> Home</a>',
      message: 'missing',
      evidence: 'html > body > a > span',
    },
  ],
  notApplicable: [
    { name: 'an img element is what image-alt is about', page: '<img role="img" src="a.png">' },
    { name: 'hidden', page: '<div role="img" hidden></div>' },
  ],
})
