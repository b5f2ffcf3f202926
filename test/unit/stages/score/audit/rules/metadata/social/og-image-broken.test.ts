import { ogImageBroken } from '#stages/score/audit/rules/metadata/social/og-image-broken.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const html = '<meta property="og:image" content="https://www.example.com/a.png">'
const answered = (answer: object | number) => ({ html, probes: { 'https://www.example.com/a.png': answer } })

ruleTester(ogImageBroken, {
  passes: [
    { name: 'an image', page: answered({ status: 200, contentType: 'image/png' }) },
    { name: 'no type: readers look into the file', page: answered(200) },
  ],
  fails: [
    {
      name: 'not found',
      page: answered(404),
      evidence: 'html > head > meta',
      message: 'broken',
      says: '(status 404)',
    },
    {
      name: 'a page instead',
      page: answered({ status: 200, contentType: 'text/html; charset=utf-8' }),
      evidence: 'html > head > meta',
      message: 'noImage',
      says: 'text/html',
    },
  ],
  notApplicable: [
    { name: 'none', page: '<title>A</title>' },
    { name: 'data', page: '<meta property="og:image" content="data:image/png;base64,AA==">' },
  ],
  notDecidable: [
    { name: 'it was not probed', page: html, reason: 'not_probed' },
    { name: 'pitfall 17: robots are blocked', page: answered(403), reason: 'probe_turned_away' },
    { name: 'a redirect may lead to an image', page: answered(302), reason: 'redirected' },
  ],
})
