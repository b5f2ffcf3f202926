import { linkNofollowInternal } from '#stages/score/audit/rules/technical/links/link-nofollow-internal.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(linkNofollowInternal, {
  passes: [
    { name: 'followed', page: '<a href="/a">a</a>' },
    {
      name: 'to another site',
      page: '<a href="/a">a</a><a rel="nofollow" href="https://example.org/">b</a>',
    },
    { name: 'what is no page to be found', page: '<a rel="nofollow" href="/login">b</a>' },
    {
      name: 'WordPress answers to a comment',
      page: '<a rel="nofollow" href="/a?replytocom=4#respond">b</a>',
    },
    {
      name: 'what robots.txt disallows',
      page: {
        html: '<a rel="nofollow" href="/private/b">b</a>',
        robotsTxt: 'User-agent: *\nDisallow: /private/',
      },
    },
    { name: 'what visitors wrote', page: '<a rel="UGC nofollow" href="/a">b</a>' },
  ],
  fails: [
    {
      name: 'a page of the site',
      page: '<a href="/a">a</a><a rel="noopener NOFOLLOW" href="https://blog.example.com/b">b</a>',
      message: 'nofollow',
      evidence: 'html > body > a:nth-of-type(2)',
      affected: 1,
      total: 2,
      says: 'https://blog.example.com/b',
    },
  ],
  notApplicable: [
    { name: 'links to others only', page: '<a rel="nofollow" href="https://example.org/">b</a>' },
  ],
})
