import { httpNotRedirecting } from '#stages/score/audit/rules/technical/security/http-not-redirecting.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const asked = (answer: object | number) => ({ probes: { 'http://www.example.com/page': answer } })

ruleTester(httpNotRedirecting, {
  passes: [
    {
      name: 'Lighthouse redirects-http: it redirects',
      page: asked({ status: 301, location: 'https://www.example.com/page' }),
    },
    { name: 'nothing is served by http', page: asked({ status: null, error: 'connection_failed' }) },
  ],
  fails: [
    {
      name: 'Lighthouse redirects-http: it does not',
      page: asked(200),
      message: 'served',
      evidence: 'http://www.example.com/page (200)',
      says: 'http://www.example.com/page returns status 200',
    },
  ],
  notApplicable: [
    { name: 'the page itself is http', page: { url: 'http://www.example.com/page' } },
    { name: 'another port', page: { url: 'https://www.example.com:8443/page' } },
    { name: 'Lighthouse: localhost', page: { url: 'https://localhost/' } },
    { name: 'RFC 6761: below localhost', page: { url: 'https://shop.localhost/' } },
    { name: 'RFC 1918: a private address', page: { url: 'https://192.168.0.1/' } },
  ],
  notDecidable: [
    { name: 'it was not probed', page: '<title>A</title>', reason: 'not_probed' },
    {
      name: 'another http address first',
      page: asked({ status: 301, location: 'http://example.com/page' }),
      reason: 'redirect_not_followed',
    },
    { name: 'robots are blocked', page: asked(403), reason: 'http_refused' },
    { name: 'it was too slow', page: asked({ status: null, error: 'timeout' }), reason: 'no_answer' },
  ],
})
