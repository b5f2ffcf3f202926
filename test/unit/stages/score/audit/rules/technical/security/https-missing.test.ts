import { httpsMissing } from '#stages/score/audit/rules/technical/security/https-missing.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(httpsMissing, {
  passes: [{ name: 'https', page: { url: 'https://www.example.com/' } }],
  fails: [
    {
      name: 'http',
      page: { url: 'http://www.example.com/' },
      message: 'missing',
      evidence: 'http://www.example.com/',
    },
  ],
  notApplicable: [
    { name: 'RFC 6761: localhost', page: { url: 'http://localhost:3000/' } },
    { name: 'RFC 6761: below test', page: { url: 'http://shop.test/' } },
    { name: 'an IP address', page: { url: 'http://93.184.216.34/' } },
    { name: 'an IPv6 address', page: { url: 'http://[2606:2800:220:1::1]/' } },
    {
      name: 'a downgrade is reported by redirect-downgrade',
      page: {
        url: 'http://www.example.com/',
        redirects: [{ url: 'https://www.example.com/', status: 302, location: 'http://www.example.com/' }],
      },
    },
  ],
})
