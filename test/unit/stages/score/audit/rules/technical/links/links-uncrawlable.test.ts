import { linksUncrawlable } from '#stages/score/audit/rules/technical/links/links-uncrawlable.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(linksUncrawlable, {
  passes: [
    { name: 'Google: an absolute address', page: '<a href="https://example.com/stuff">x</a>' },
    { name: 'Google: a relative one', page: '<a href="/products/category/shoes">x</a>' },
    { name: 'Lighthouse: mailto', page: '<a href="mailto:a@b.example">x</a>' },
    { name: 'Lighthouse: a part of the page', page: '<a href="#top">x</a>' },
    { name: 'HTML 4.5.1: a placeholder', page: '<a>here you are</a>' },
    { name: 'Lighthouse: a place to jump to', page: '<a name="part"></a>' },
    { name: 'Lighthouse: a place by its id', page: '<a id="part" rel="bookmark"></a>' },
    { name: 'Lighthouse: a role of its own', page: '<a role="button" href="javascript:void(0)">x</a>' },
  ],
  fails: [
    {
      name: 'Google: a script',
      page: `<a href="javascript:goTo('products')">x</a>`,
      message: 'uncrawlable',
      evidence: 'html > body > a',
      affected: 1,
      total: 1,
    },
    {
      name: 'Lighthouse: void with blanks and in capitals',
      page: '<a href="Java Script:void( 0 )">x</a><a href="/a">y</a>',
      message: 'uncrawlable',
      evidence: 'html > body > a:nth-of-type(1)',
      total: 2,
    },
    {
      name: 'Google: an address for a script',
      page: '<a routerLink="products/category">x</a>',
      message: 'uncrawlable',
      evidence: 'html > body > a',
    },
    {
      name: 'an empty address',
      page: '<a href="">x</a>',
      message: 'uncrawlable',
      evidence: 'html > body > a',
    },
    {
      name: 'Lighthouse: a local file',
      page: '<a name="x" href="file:///c:/a.html">x</a>',
      message: 'uncrawlable',
      evidence: 'html > body > a',
    },
    {
      name: 'Google: onclick alone',
      page: `<a onclick="goto('https://example.com')">x</a>`,
      message: 'uncrawlable',
      evidence: 'html > body > a',
    },
    {
      name: 'HTML 4.5.1: a relation without an address',
      page: '<a rel="next">x</a>',
      message: 'uncrawlable',
      evidence: 'html > body > a',
    },
    {
      name: 'no address',
      page: '<a href="https://[">x</a>',
      message: 'uncrawlable',
      evidence: 'html > body > a',
    },
  ],
  notApplicable: [{ name: 'no links', page: '<p>Text' }],
})
