import { urlDoubleSlash } from '#stages/score/audit/rules/technical/url/url-double-slash.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(urlDoubleSlash, {
  passes: [
    { name: 'single slashes', page: { url: 'https://www.example.com/a/b/' } },
    {
      name: 'an archive has whole addresses in its path',
      page: { url: 'https://archive.example.com/web/2020/https://example.com/' },
    },
    { name: 'in a parameter', page: { url: 'https://www.example.com/a?next=//b' } },
  ],
  fails: [
    {
      name: 'an empty segment',
      page: { url: 'https://www.example.com/a//b' },
      message: 'doubled',
      evidence: 'https://www.example.com/a//b',
      says: '/a//b',
    },
  ],
  notApplicable: 'every page has an address',
})
