import { robotsTxtBlocksResources } from '#stages/score/audit/rules/technical/robots-txt/robots-txt-blocks-resources.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const html =
  '<link rel="stylesheet" href="/css/a.css"><script src="/js/a.js"></script><img src="/img/a.png" alt=""><img src="/img/b.png" alt=""><script src="https://cdn.example.net/js/b.js"></script>'

ruleTester(robotsTxtBlocksResources, {
  passes: [
    { name: 'allowed', page: { html, robotsTxt: 'User-agent: *\nDisallow: /private' } },
    { name: 'no file', page: html },
  ],
  fails: [
    {
      name: 'Google: scripts and styles are needed to render',
      page: { html, robotsTxt: 'User-agent: *\nDisallow: /js/\nDisallow: /css/' },
      message: 'blocked',
      affected: 2,
      total: 3,
      evidence: 'html > head > link',
    },
    {
      name: 'the first picture',
      page: { html, robotsTxt: 'User-agent: *\nDisallow: /img/' },
      message: 'blocked',
      evidence: 'html > body > img:nth-of-type(1)',
      affected: 1,
      total: 3,
    },
  ],
  notApplicable: [
    {
      name: 'robots-txt-blocks-page reports a line that disallows the page, too',
      page: { html: '<link rel="stylesheet" href="/a.css">', robotsTxt: 'User-agent: *\nDisallow: /' },
    },
    {
      name: 'nothing of the site',
      page: {
        html: '<script src="https://cdn.example.net/js/b.js"></script>',
        robotsTxt: 'User-agent: *\nDisallow: /',
      },
    },
    { name: 'robots.txt cannot be read', page: { html, robots: { state: 'unreachable', status: 500 } } },
  ],
})
