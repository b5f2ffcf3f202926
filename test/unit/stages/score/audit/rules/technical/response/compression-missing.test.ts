import { compressionMissing } from '#stages/score/audit/rules/technical/response/compression-missing.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const html = `<title>A</title>${'<p>Text</p>'.repeat(200)}`

ruleTester(compressionMissing, {
  passes: [
    { name: 'gzip', page: { html, headers: { 'content-encoding': 'gzip' } } },
    { name: 'Brotli', page: { html, headers: { 'content-encoding': 'br' } } },
  ],
  fails: [
    { name: 'none', page: html, message: 'missing', evidence: null, says: '2216 bytes' },
    {
      name: 'identity is none',
      page: { html, headers: { 'content-encoding': 'identity' } },
      message: 'missing',
      evidence: 'Content-Encoding: identity',
    },
  ],
  notApplicable: [{ name: 'too short to matter', page: '<title>A</title>' }],
})
