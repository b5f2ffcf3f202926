import { urlLong } from '#stages/score/audit/rules/technical/url/url-long.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const base = 'https://www.example.com/'

ruleTester(urlLong, {
  passes: [
    { name: 'a short one', page: { url: base } },
    { name: '2,048 characters', page: { url: base + 'a'.repeat(2048 - base.length) } },
    { name: 'the fragment is no part of what is asked for', page: { url: `${base}#${'a'.repeat(3000)}` } },
  ],
  fails: [
    {
      name: 'sitemaps.org: the value must be less than 2,048 characters',
      page: { url: base + 'a'.repeat(2049 - base.length) },
      message: 'long',
      evidence: base + 'a'.repeat(2049 - base.length),
      says: '2049 characters',
    },
  ],
  notApplicable: 'every page has an address',
})
