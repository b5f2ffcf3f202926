import { linkAffiliateUnqualified } from '#stages/score/audit/rules/technical/links/link-affiliate-unqualified.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const amazon = 'https://www.amazon.co.uk/dp/B000000000?tag=somebody-21'

ruleTester(linkAffiliateUnqualified, {
  passes: [
    { name: 'Google: sponsored', page: `<a rel="sponsored" href="${amazon}">a</a>` },
    { name: 'Google: nofollow is acceptable too', page: `<a rel="nofollow noopener" href="${amazon}">a</a>` },
  ],
  fails: [
    {
      name: 'unmarked',
      page: `<a rel="noopener" href="${amazon}">a</a>`,
      message: 'unmarked',
      evidence: 'html > body > a',
      affected: 1,
      total: 1,
    },
    {
      name: 'a network',
      page: '<a href="https://www.awin1.com/cread.php?awinmid=1">a</a>',
      message: 'unmarked',
      evidence: 'html > body > a',
    },
    {
      name: 'a parameter',
      page: '<a href="https://shop.example.org/?a=1&amp;aff_id=7">a</a>',
      message: 'unmarked',
      evidence: 'html > body > a',
    },
  ],
  notApplicable: [
    { name: 'a shop without a partner', page: '<a href="https://www.amazon.com/dp/B000000000">a</a>' },
    { name: 'a tag of a blog', page: '<a href="https://example.org/?tag=summer-24">a</a>' },
    { name: 'own pages', page: '<a href="/?aff_id=7">a</a>' },
  ],
})
