import { linkLocalhost } from '#stages/score/audit/rules/technical/links/link-localhost.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(linkLocalhost, {
  passes: [
    { name: 'public ones', page: '<a href="https://example.org/">a</a><a href="/b">b</a>' },
    { name: 'a public address', page: '<a href="http://8.8.8.8/">a</a>' },
  ],
  fails: [
    {
      name: 'RFC 6761: localhost',
      page: '<a href="http://localhost:3000/a">a</a><a href="/b">b</a>',
      message: 'private',
      evidence: 'html > body > a:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
    {
      name: 'the loopback address',
      page: '<a href="http://127.0.0.1/">a</a>',
      message: 'private',
      evidence: 'html > body > a',
      says: 'http://127.0.0.1/',
    },
    {
      name: 'RFC 1918: a private network',
      page: '<a href="http://192.168.1.10/">a</a>',
      message: 'private',
      evidence: 'html > body > a',
    },
    {
      name: 'IPv6',
      page: '<a href="http://[::1]:8080/">a</a>',
      message: 'private',
      evidence: 'html > body > a',
    },
    {
      name: 'a name without a domain',
      page: '<a href="http://intranet/">a</a>',
      message: 'private',
      evidence: 'html > body > a',
    },
  ],
  notApplicable: [
    { name: 'no links', page: '<p>Text' },
    {
      name: 'a site under development',
      page: { url: 'http://localhost:3000/', html: '<a href="http://localhost:4000/">a</a>' },
    },
  ],
})
