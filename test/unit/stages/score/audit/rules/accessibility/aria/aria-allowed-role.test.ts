import { ariaAllowedRole } from '#stages/score/audit/rules/accessibility/aria/aria-allowed-role.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ariaAllowedRole, {
  passes: [
    {
      name: 'ARIA in HTML: of publishing',
      page: '<ol><li role="doc-endnote">A</li></ol><a href="/" role="doc-noteref">1</a>',
    },
    {
      name: 'ARIA in HTML: any role',
      page: '<div role="button">A</div><p role="note">B</p><span role="img" aria-label="x"></span>',
    },
    {
      name: 'ARIA in HTML: listed',
      page: '<a href="/" role="button">A</a><button role="tab">B</button><ul role="menu"></ul><section role="dialog"></section><img src="a.png" alt="x" role="button">',
    },
    {
      name: `the element's own`,
      page: '<nav role="navigation"></nav><main role="main"></main><img src="a.png" alt="" role="none"><li role="listitem">A</li>',
    },
    {
      name: 'setting what the element is elsewhere does no harm',
      page: '<article><aside role="complementary">A</aside><section role="region">B</section><header role="banner"></header><footer role="contentinfo"></footer></article>',
    },
    { name: 'a link without a target', page: '<a role="heading">A</a>' },
    { name: 'a custom element', page: '<x-a role="button"></x-a>' },
  ],
  fails: [
    {
      name: 'DPUB-ARIA 1.1: roles that refine others',
      page: '<div role="doc-endnote">A</div><div role="doc-noteref">B</div>',
      message: 'unfit',
      evidence: 'html > body > div:nth-of-type(1)',
      affected: 2,
      total: 2,
    },
    {
      name: 'ARIA in HTML: a role to fall back on',
      page: '<button role="tab heading">A</button>',
      message: 'unfit',
      evidence: 'html > body > button',
      affected: 1,
      total: 1,
    },
    {
      name: 'ARIA in HTML: a label',
      page: '<label id="a" role="button">A</label>',
      message: 'unfit',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'ARIA in HTML: a link made into a heading',
      page: '<a href="/" role="heading">A</a><div role="heading">B</div>',
      message: 'unfit',
      evidence: 'html > body > a',
      affected: 1,
      total: 2,
    },
    {
      name: 'ARIA in HTML: a button made into a heading',
      page: '<button role="heading">A</button>',
      message: 'unfit',
      evidence: 'html > body > button',
    },
    {
      name: 'ARIA in HTML: a heading made into a button',
      page: '<h2 role="button">A</h2>',
      message: 'unfit',
      evidence: 'html > body > h2',
    },
    {
      name: 'ARIA in HTML: an image without an alternative',
      page: '<img src="a.png" role="button">',
      message: 'unfit',
      evidence: 'html > body > img',
    },
    {
      name: 'ARIA in HTML: a field with suggestions',
      page: '<input list="l" role="searchbox"><datalist id="l"></datalist>',
      message: 'unfit',
      evidence: 'html > body > input',
    },
    {
      name: 'ARIA in HTML: a figure with a caption',
      page: '<figure role="group"><figcaption>A</figcaption></figure>',
      message: 'unfit',
      evidence: 'html > body > figure',
    },
  ],
  notApplicable: [
    { name: 'aria-roles reports it for others', page: '<label role="invalid">A</label>' },
    { name: 'hidden', page: '<label role="button" hidden>A</label>' },
  ],
})
