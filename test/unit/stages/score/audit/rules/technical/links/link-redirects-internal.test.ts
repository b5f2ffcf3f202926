import { linkRedirectsInternal } from '#stages/score/audit/rules/technical/links/link-redirects-internal.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const a = 'https://www.example.com/a'
const redirect = (status: number, location: string) => ({
  html: '<a href="/a">a</a>',
  probes: { [a]: { status, location } },
})

ruleTester(linkRedirectsInternal, {
  passes: [
    { name: 'it answers', page: { html: '<a href="/a">a</a>', probes: { [a]: 200 } } },
    {
      name: 'who is not signed in is sent to do so',
      page: redirect(302, 'https://www.example.com/login?next=/a'),
    },
    { name: 'broken is another matter', page: { html: '<a href="/a">a</a>', probes: { [a]: 404 } } },
  ],
  fails: [
    {
      name: 'moved for good',
      page: redirect(301, 'https://www.example.com/a/'),
      message: 'redirects',
      evidence: 'html > body > a',
      says: '→ https://www.example.com/a/',
    },
    {
      name: 'elsewhere for now',
      page: redirect(302, 'https://www.example.com/b'),
      message: 'redirects',
      evidence: 'html > body > a',
      affected: 1,
      total: 1,
    },
  ],
  notApplicable: [{ name: 'no links', page: '<p>Text' }],
  notDecidable: [{ name: 'not probed', page: '<a href="/a">a</a>', reason: 'not_probed' }],
})
