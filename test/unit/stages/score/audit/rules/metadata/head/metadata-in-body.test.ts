import { metadataInBody } from '#stages/score/audit/rules/metadata/head/metadata-in-body.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(metadataInBody, {
  passes: [
    {
      name: 'Google: in the head',
      page: '<head><link rel="canonical" href="/"><meta name="description" content="A"></head><body><p>Text</p></body>',
    },
    {
      name: 'what a broken head lost is reported by head-broken',
      page: '<head><div></div><link rel="canonical" href="/"></head>',
    },
  ],
  fails: [
    {
      name: 'pitfall 8: a canonical in the body',
      page: '<head><meta name="description" content="A"></head><body><p>Text</p><link rel="canonical" href="/"></body>',
      message: 'inBody',
      affected: 1,
      total: 2,
      evidence: 'html > body > link',
    },
    {
      name: 'robots in the body',
      page: '<p>Text</p><meta name="robots" content="noindex">',
      message: 'inBody',
      evidence: 'html > body > meta',
      says: 'robots',
    },
  ],
  notApplicable: [
    { name: 'none', page: '<title>A</title>' },
    {
      name: 'microdata may stand anywhere',
      page: '<body><div itemscope><meta itemprop="description" name="description" content="A"></div></body>',
    },
    {
      name: 'alternates are reported by hreflang-in-body',
      page: '<body><p>Text</p><link rel="alternate" hreflang="de" href="/de"></body>',
    },
  ],
})
