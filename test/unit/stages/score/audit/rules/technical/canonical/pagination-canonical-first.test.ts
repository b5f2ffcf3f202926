import { paginationCanonicalFirst } from '#stages/score/audit/rules/technical/canonical/pagination-canonical-first.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const named = (url: string, canonical: string) => ({
  url,
  html: `<link rel="canonical" href="${canonical}">`,
})

ruleTester(paginationCanonicalFirst, {
  passes: [
    {
      name: 'another page',
      page: named('https://www.example.com/list?page=2', 'https://www.example.com/all'),
    },
  ],
  fails: [
    {
      name: 'Google: give each page its own canonical',
      page: named('https://www.example.com/list?page=2', 'https://www.example.com/list'),
      message: 'first',
      evidence: 'html > head > link',
      says: 'page 2',
    },
    {
      name: 'the first page by its number',
      page: named('https://www.example.com/list?sort=a&page=3', 'https://www.example.com/list?sort=a&page=1'),
      message: 'first',
      evidence: 'html > head > link',
    },
    {
      name: 'in the path',
      page: named('https://www.example.com/blog/page/4/', 'https://www.example.com/blog/'),
      message: 'first',
      evidence: 'html > head > link',
    },
  ],
  notApplicable: [
    {
      name: 'its own',
      page: named('https://www.example.com/list?page=2', 'https://www.example.com/list?page=2'),
    },
    {
      name: 'the first page',
      page: named('https://www.example.com/list?page=1', 'https://www.example.com/list'),
    },
    {
      name: 'a number of something else',
      page: named('https://www.example.com/?p=4711', 'https://www.example.com/post'),
    },
  ],
})
