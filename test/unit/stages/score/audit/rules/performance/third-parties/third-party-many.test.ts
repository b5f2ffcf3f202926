import { thirdPartyMany } from '#stages/score/audit/rules/performance/third-parties/third-party-many.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const scripts = (count: number, host: string) =>
  Array.from(
    { length: count },
    (_, index) => `<script async src="https://a${index}.${host}/x.js"></script>`,
  ).join('')

ruleTester(thirdPartyMany, {
  passes: [
    { name: 'five hosts', page: scripts(5, 'example.net') },
    { name: 'hosts of the own site', page: scripts(9, 'example.com') },
    { name: 'one host, many scripts', page: scripts(1, 'example.net').repeat(9) },
  ],
  fails: [
    {
      name: 'six hosts',
      page: scripts(6, 'example.net'),
      message: 'many',
      evidence: 'html > head > script:nth-of-type(1)',
      says: '6 third-party hosts: example.net',
    },
    {
      name: 'private suffixes: other users of github.io are others',
      page: { url: 'https://me.github.io/', html: scripts(6, 'github.io') },
      message: 'many',
      evidence: 'html > head > script:nth-of-type(1)',
    },
  ],
  notApplicable: [{ name: 'no scripts', page: '<script>a()</script>' }],
})
