import { canonicalSignalsDisagree } from '#stages/score/audit/rules/technical/canonical/canonical-signals-disagree.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const canonical = '<link rel="canonical" href="https://www.example.com/page">'
const item = (properties: object, types = ['WebPage']) => ({
  items: [{ syntax: 'json-ld' as const, types, id: null, properties: properties as never, offset: 0 }],
})

ruleTester(canonicalSignalsDisagree, {
  passes: [
    {
      name: 'a canonical without www is reported by canonical-host-drift',
      page: '<link rel="canonical" href="https://example.com/page"><meta property="og:url" content="https://www.example.com/page">',
    },
    {
      name: 'og:url agrees',
      page: `${canonical}<meta property="og:url" content="https://WWW.example.com/page">`,
    },
    {
      name: 'structured data agrees',
      page: { html: canonical, structured: item({ url: ['https://www.example.com/page'] }) },
    },
  ],
  fails: [
    {
      name: 'og:url differs',
      page: `${canonical}<meta property="og:url" content="http://www.example.com/page">`,
      message: 'disagree',
      evidence: 'html > head > link',
      affected: 1,
      total: 1,
      says: 'og:url',
    },
    {
      name: 'the page of structured data differs',
      page: { html: canonical, structured: item({ url: ['https://www.example.com/other'] }) },
      message: 'disagree',
      evidence: 'html > head > link',
      says: 'WebPage.url',
    },
    {
      name: 'the page of an article differs',
      page: {
        html: canonical,
        structured: item({ mainEntityOfPage: [{ ref: 'https://www.example.com/other' }] }, ['BlogPosting']),
      },
      message: 'disagree',
      evidence: 'html > head > link',
      says: 'BlogPosting.mainEntityOfPage',
    },
  ],
  notApplicable: [
    { name: 'no canonical', page: '<meta property="og:url" content="https://www.example.com/page">' },
    { name: 'nothing to compare', page: canonical },
    {
      name: 'microdata that names the links of a menu, too',
      page: {
        html: canonical,
        structured: item({ url: ['https://www.example.com/', 'https://www.example.com/page'] }),
      },
    },
    {
      name: 'the address of a product is not that of the page',
      page: {
        html: canonical,
        structured: item({ url: ['https://www.example.com/other'] }, ['Organization']),
      },
    },
  ],
})
