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
    ...[
      'http://93.184.216.34/',
      'http://[2606:2800:220:1::1]/',
      'http://localhost.example.com/',
      'http://test.org/',
    ].map((url) => ({ name: `a public host: ${url}`, page: { url }, message: 'missing', evidence: url })),
  ],
  notApplicable: [
    ...[
      ...['localhost', 'LOCALHOST.', 'www.localhost', 'shop.test', 'a.b.test', 'test', 'site.example'],
      ...['host.invalid', 'printer.local', 'router.home.arpa', 'intranet', '127.0.0.1', '127.8.8.8', '[::1]'],
      ...['10.0.0.7', '192.168.1.1', '172.16.0.1', '[fd00::1]', '169.254.1.1'],
    ].map((host) => ({
      name: `RFC 6761, 6762, 8375, 1918, 4193: ${host}`,
      page: { url: `http://${host}:3000/` },
    })),
    {
      name: 'a downgrade is reported by redirect-downgrade',
      page: {
        url: 'http://www.example.com/',
        redirects: [{ url: 'https://www.example.com/', status: 302, location: 'http://www.example.com/' }],
      },
    },
  ],
})
