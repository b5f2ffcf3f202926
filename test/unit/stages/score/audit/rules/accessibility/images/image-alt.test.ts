import { imageAlt } from '#stages/score/audit/rules/accessibility/images/image-alt.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(imageAlt, {
  passes: [
    { name: 'ACT 23a2a8 passed: a text in alt', page: '<img alt="W3C logo" src="/logo.png">' },
    { name: 'ACT 23a2a8 passed: a text in aria-label', page: '<img aria-label="W3C logo" src="/logo.png">' },
    {
      name: 'ACT 23a2a8 passed: a text by aria-labelledby',
      page: '<img aria-labelledby="id1" src="/logo.png"><div id="id1">W3C logo</div>',
    },
    { name: 'ACT 23a2a8 passed: a title', page: '<img src="/logo.png" title="W3C logo">' },
    { name: 'ACT 23a2a8 passed: decoration by an empty alt', page: '<img src="/background.png" alt="">' },
    { name: 'an alt without a value is empty', page: '<img src="/background.png" alt>' },
    {
      name: 'ACT 23a2a8 passed: decoration by its role',
      page: '<img src="/background.png" role="presentation">',
    },
    {
      name: 'referenced text may be hidden',
      page: '<img aria-labelledby="id1" src="/logo.png"><div id="id1" hidden>W3C logo</div>',
    },
    { name: 'a text in Chinese', page: '<img alt="标志" src="/logo.png">' },
  ],
  fails: [
    {
      name: 'ACT 23a2a8: an image that people can focus is no decoration',
      page: '<img src="a.png" alt="" tabindex="0">',
      message: 'missing',
      evidence: 'html > body > img',
    },
    {
      name: 'ACT 23a2a8: an image by its role without a name',
      page: '<img src="a.png" alt="" role="img">',
      message: 'missing',
      evidence: 'html > body > img',
    },
    {
      name: 'ACT 23a2a8 failed: no name at all',
      page: '<img id="logo" src="/logo.png">',
      message: 'missing',
      affected: 1,
      total: 1,
      evidence: '#logo',
    },
    {
      name: 'ACT 23a2a8 failed: white space is no text',
      page: '<img src="/background.png" alt=" ">',
      message: 'missing',
      evidence: 'html > body > img',
    },
    {
      name: 'one of two that tell something; decoration is not counted',
      page: '<img src="a.png" alt="A"><img src="b.png"><img src="c.png" alt=""><img src="d.png" role="none">',
      message: 'missing',
      evidence: 'html > body > img:nth-of-type(2)',
      affected: 1,
      total: 2,
    },
    {
      name: 'WAI-ARIA 8.1.1: an image that can have the focus is no decoration',
      page: '<img src="a.png" role="none" tabindex="0">',
      message: 'missing',
      evidence: 'html > body > img',
    },
    {
      name: 'a dangling reference names nothing',
      page: '<img src="a.png" aria-labelledby="nothing">',
      message: 'missing',
      evidence: 'html > body > img',
    },
  ],
  notApplicable: [
    { name: 'axe: another thing, which needs no name', page: '<img src="a.png" role="separator">' },
    { name: 'no image at all', page: '<p>Text</p>' },
    {
      name: 'ACT 23a2a8: hidden images are told to nobody',
      page: '<img src="a.png" hidden><div style="display: none"><img src="b.png"></div><div aria-hidden="true"><img src="c.png"></div>',
    },
    { name: 'an image in a template is no part of the page', page: '<template><img src="a.png"></template>' },
  ],
})
