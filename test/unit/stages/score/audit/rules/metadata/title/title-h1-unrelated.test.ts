import { titleH1Unrelated } from '#stages/score/audit/rules/metadata/title/title-h1-unrelated.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(titleH1Unrelated, {
  passes: [
    { name: 'a shared word', page: '<title>Bicycles – Shop</title><h1>Our bicycles</h1>' },
    { name: 'another form of the word', page: '<title>Bicycle repair</title><h1>We repaired it</h1>' },
    { name: 'Japanese', page: '<title>東京タワー - 旅行</title><h1>東京の名所</h1>' },
  ],
  fails: [
    {
      name: 'no shared word',
      page: '<title>Bicycles in Bern</title><h1>Welcome, dear friends</h1>',
      message: 'unrelated',
      evidence: 'html > head > title',
      says: 'Welcome, dear friends',
    },
    {
      name: 'articles and prepositions do not count',
      page: '<title>In a car</title><h1>In a boat</h1>',
      message: 'unrelated',
      evidence: 'html > head > title',
    },
  ],
  notApplicable: [
    { name: 'no title', page: '<h1>Bicycles</h1>' },
    { name: 'no heading', page: '<title>Bicycles</title>' },
    { name: 'a heading that is not shown', page: '<title>Bicycles</title><h1 hidden>Cars</h1>' },
  ],
})
