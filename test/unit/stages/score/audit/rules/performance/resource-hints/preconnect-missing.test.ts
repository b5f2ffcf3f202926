import { preconnectMissing } from '#stages/score/audit/rules/performance/resource-hints/preconnect-missing.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const fonts = '<link rel="stylesheet" href="https://fonts.googleapis.com/css2?family=Inter&display=swap">'
const hero = '<img src="https://cdn.example.net/a.jpg" alt="">'

ruleTester(preconnectMissing, {
  passes: [
    {
      name: 'Google Fonts with it',
      page: `<link rel="preconnect" href="https://fonts.gstatic.com" crossorigin>${fonts}`,
    },
    {
      name: 'the main image with it',
      page: `<link rel="dns-prefetch preconnect" href="https://cdn.example.net/">${hero}`,
    },
  ],
  fails: [
    {
      name: 'Google Fonts without',
      page: fonts,
      message: 'missing',
      evidence: 'https://fonts.gstatic.com',
      says: 'https://fonts.gstatic.com',
      affected: 1,
      total: 1,
    },
    {
      name: 'the main image without',
      page: hero,
      message: 'missing',
      evidence: 'https://cdn.example.net',
      says: 'https://cdn.example.net',
    },
  ],
  notApplicable: [
    {
      name: 'four hosts are connected to already: more would be too many',
      page:
        ['a', 'b', 'c', 'd']
          .map((host) => `<link rel="preconnect" href="https://${host}.example">`)
          .join('') + fonts,
    },
    { name: 'all of one host', page: '<img src="/a.jpg" alt="">' },
    {
      name: 'what the head names is found at once',
      page: '<script src="https://cdn.example.net/a.js"></script>',
    },
    {
      name: 'the main image is preloaded',
      page: `<link rel="preload" as="image" href="https://cdn.example.net/a.jpg">${hero}`,
    },
  ],
})
