import { linkName } from '#stages/score/audit/rules/accessibility/links/link-name.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(linkName, {
  passes: [
    {
      name: 'WAI-ARIA 1.2, 8.1.1: a focusable image is no presentation',
      page: '<a href="/"><img src="a.png" alt="Home" role="none" tabindex="0"></a>',
    },
    {
      name: 'Accessible Name Computation 1.2, 2B: a reference from within',
      page: '<a href="/"><i aria-labelledby="t"></i></a><b id="t">Home</b>',
    },
    {
      name: 'Accessible Name Computation 1.2, 2F: the title of a frame in it',
      page: '<a href="/"><iframe title="Map"></iframe></a>',
    },
    {
      name: 'Accessible Name Computation 1.2, 2B: an element that names itself',
      page: '<a id="x" href="/" aria-labelledby="x" aria-label="Home"></a>',
    },
    { name: 'ACT c487ae passed: text', page: '<a href="/">Home</a>' },
    {
      name: 'ACT c487ae passed: an image with an alternative',
      page: '<a href="/"><img src="a.png" alt="Home"></a>',
    },
    { name: 'ACT c487ae passed: aria-label', page: '<a href="/" aria-label="Home"></a>' },
    {
      name: `ACT c487ae passed: an image's aria-labelledby`,
      page: '<a href="/"><img src="a.png" aria-labelledby="id1"></a><span id="id1">Home</span>',
    },
    { name: 'ACT c487ae passed: title', page: '<a href="/" title="Home"></a>' },
    { name: `ACT c487ae passed: an image's title`, page: '<a href="/"><img src="a.png" title="Home"></a>' },
    {
      name: 'ACT c487ae passed: a drawing with a title',
      page: '<a href="/"><svg role="img"><title>Home</title></svg></a>',
    },
    {
      name: 'one fault costs once: image-alt reports it for the image',
      page: '<a href="/"><img src="a.png"></a>',
    },
    { name: 'text in Thai', page: '<a href="/">หน้าแรก</a>' },
  ],
  fails: [
    {
      name: 'ACT c487ae: a role that does not exist',
      page: '<a href="/" role="foo"></a>',
      message: 'missing',
      evidence: 'html > body > a',
    },
    {
      name: 'Accessible Name Computation 1.2, 2B: a target without text',
      page: '<a href="/" aria-labelledby="e"></a><b id="e"> </b>',
      message: 'missing',
      evidence: 'html > body > a',
    },
    {
      name: 'WAI-ARIA 1.2, presentation: the alternative of a presentational image',
      page: '<a href="/"><img src="a.png" alt="Home" role="none"></a>',
      message: 'missing',
      evidence: 'html > body > a',
    },
    {
      name: 'ACT c487ae failed: an image of decoration',
      page: '<a id="a" href="/"><img src="a.png" alt=""></a>',
      message: 'missing',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'axe: the title of a decoration',
      page: '<a href="/"><img src="a.png" title="Home" alt=""></a>',
      message: 'missing',
      evidence: 'html > body > a',
    },
    {
      name: 'ACT c487ae failed: only what is hidden',
      page: '<a href="/"><span style="display:none;">Home</span></a><a href="/b">B</a>',
      message: 'missing',
      evidence: 'html > body > a:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
    {
      name: 'ACT c487ae failed: an icon by style sheet',
      page: '<a href="/"><i class="fa fa-home"></i></a>',
      message: 'missing',
      evidence: 'html > body > a',
    },
    {
      name: 'pitfall: text within aria-hidden is not exposed',
      page: '<a href="/"><span aria-hidden="true">Home</span></a>',
      message: 'missing',
      evidence: 'html > body > a',
    },
  ],
  notApplicable: [
    {
      name: 'ACT c487ae: no link by its role',
      page: '<a href="/" role="button"></a><a href="/" role="menuitem"></a>',
    },
    { name: 'ACT c487ae inapplicable: no link', page: '<a>Home</a>' },
    {
      name: 'ACT c487ae inapplicable: hidden',
      page: '<a href="/" hidden></a><a href="/" aria-hidden="true" tabindex="-1"></a>',
    },
  ],
  notDecidable: [
    {
      name: 'a custom element may bring text',
      page: '<a href="/"><app-icon name="home"></app-icon></a>',
      reason: 'scripted_content',
    },
  ],
})
