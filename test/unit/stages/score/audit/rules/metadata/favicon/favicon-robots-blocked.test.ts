import { faviconRobotsBlocked } from '#stages/score/audit/rules/metadata/favicon/favicon-robots-blocked.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const html = '<link rel="icon" href="/img/i.png">'

ruleTester(faviconRobotsBlocked, {
  passes: [
    { name: 'allowed', page: { html, robotsTxt: 'User-agent: *\nDisallow: /private/' } },
    { name: 'no robots.txt', page: html },
    {
      name: 'the group of the image crawler wins',
      page: {
        html,
        robotsTxt: 'User-agent: Googlebot\nDisallow: /img/\n\nUser-agent: Googlebot-Image\nAllow: /',
      },
    },
  ],
  fails: [
    {
      name: 'for all',
      page: { html, robotsTxt: 'User-agent: *\nDisallow: /img/' },
      message: 'blocked',
      evidence: 'html > head > link',
      affected: 1,
      total: 1,
      says: 'line 2',
    },
    {
      name: 'for the image crawler alone',
      page: { html, robotsTxt: 'User-agent: googlebot-image\nDisallow: /' },
      message: 'blocked',
      evidence: 'html > head > link',
    },
  ],
  notApplicable: [
    {
      name: 'robots-txt-blocks-page reports a line that disallows the page, too',
      page: { html: '<link rel="icon" href="/a.ico">', robotsTxt: 'User-agent: *\nDisallow: /' },
    },
    { name: 'no icon', page: { html: '<title>A</title>', robotsTxt: 'User-agent: *\nDisallow: /' } },
    {
      name: 'on another host',
      page: {
        html: '<link rel="icon" href="https://cdn.example.net/i.png">',
        robotsTxt: 'User-agent: *\nDisallow: /',
      },
    },
  ],
})
