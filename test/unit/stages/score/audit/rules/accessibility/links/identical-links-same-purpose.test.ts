import { identicalLinksSamePurpose } from '#stages/score/audit/rules/accessibility/links/identical-links-same-purpose.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(identicalLinksSamePurpose, {
  passes: [
    {
      name: 'the same page with its parameters in another order',
      page: '<a href="/p?a=1&b=2">Offers</a><a href="/p?b=2&a=1">Offers</a>',
    },
    {
      name: 'ACT b20e66: one is no link by its role',
      page: '<a href="/a">Offers</a><a href="/b" role="button">Offers</a>',
    },
    {
      name: 'ACT b20e66 passed: the same page',
      page: '<a href="/a">Contact</a><a href="https://www.example.com/a">Contact</a>',
    },
    {
      name: 'the start page of a folder',
      page: '<a href="/shop/">Shop</a><a href="/shop/index.html">Shop</a>',
    },
    { name: 'places of one page', page: '<a href="/a#x">Contact</a><a href="/a#y">Contact</a>' },
    { name: 'texts differ', page: '<a href="/a">Admission</a><a href="/b">Contact</a>' },
    {
      name: 'names differ',
      page: '<a href="/a" aria-label="More of A">More</a><a href="/b" aria-label="More of B">More</a>',
    },
  ],
  fails: [
    {
      name: 'ACT b20e66: the name is that of the image',
      page: '<a href="/a">Offers</a><a href="/b"><img src="a.png" alt="offers"></a>',
      message: 'differing',
      evidence: 'html > body > a:nth-of-type(2)',
    },
    {
      name: 'ACT b20e66 failed: the same text, other pages',
      page: '<a href="/a">Admission</a><a id="b" href="/b">Admission</a>',
      message: 'differing',
      affected: 1,
      total: 2,
      evidence: '#b',
    },
    {
      name: `ACT b20e66: an image's alternative is a name`,
      page: '<a href="/a"><img src="a.png" alt="Call us"></a><a href="/b">Call us!</a>',
      message: 'differing',
      evidence: 'html > body > a:nth-of-type(2)',
    },
    {
      name: 'letters of another case and signs',
      page: '<a href="/a">Read more …</a><a href="/b">READ MORE</a><a href="/c">Read more</a>',
      message: 'differing',
      evidence: 'html > body > a:nth-of-type(2)',
      affected: 2,
      total: 3,
    },
    {
      name: 'pages chosen by scripts',
      page: '<a href="/#!/a">Go</a><a href="/#!/b">Go</a>',
      message: 'differing',
      evidence: 'html > body > a:nth-of-type(2)',
    },
  ],
  notApplicable: [
    { name: 'no links', page: '<p>Text</p>' },
    { name: 'links without a name', page: '<a href="/a"></a><a href="/b"></a>' },
  ],
})
