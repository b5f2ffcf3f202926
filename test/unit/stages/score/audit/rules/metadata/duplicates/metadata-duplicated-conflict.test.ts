import { metadataDuplicatedConflict } from '#stages/score/audit/rules/metadata/duplicates/metadata-duplicated-conflict.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(metadataDuplicatedConflict, {
  passes: [
    {
      name: 'ogp.me: images may be many',
      page: '<meta property="og:title" content="A"><meta property="og:image" content="/a"><meta property="og:image" content="/b">',
    },
    {
      name: 'the same twice',
      page: '<meta property="og:title" content="A"><meta property="og:title" content="A">',
    },
  ],
  fails: [
    {
      name: 'two titles',
      page: '<meta property="og:title" content="A"><meta property="og:title" content="B"><meta property="og:type" content="website">',
      message: 'conflict',
      evidence: 'html > head > meta:nth-of-type(1)',
      affected: 1,
      total: 2,
      says: 'og:title',
    },
  ],
  notApplicable: [
    { name: 'none', page: '<title>A</title>' },
    {
      name: 'descriptions have a rule of their own',
      page: '<meta name="description" content="A"><meta name="description" content="B">',
    },
  ],
})
