import { faviconMissing } from '#stages/score/audit/rules/metadata/favicon/favicon-missing.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(faviconMissing, {
  passes: [
    { name: 'linked', page: '<link rel="icon" href="/i.png">' },
    { name: 'pitfall 9: rel is a list of tokens', page: '<link rel="Shortcut ICON" href="/i.ico">' },
    {
      name: 'at the root',
      page: { html: '<title>A</title>', probes: { 'https://www.example.com/favicon.ico': 200 } },
    },
  ],
  fails: [
    {
      name: 'neither',
      page: { html: '<title>A</title>', probes: { 'https://www.example.com/favicon.ico': 404 } },
      message: 'missing',
      evidence: 'https://www.example.com/favicon.ico',
    },
  ],
  notApplicable: 'every site can have one',
  notDecidable: [{ name: 'the root was not probed', page: '<title>A</title>', reason: 'not_probed' }],
})
