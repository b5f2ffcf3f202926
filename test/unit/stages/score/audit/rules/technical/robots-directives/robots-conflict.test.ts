import { robotsConflict } from '#stages/score/audit/rules/technical/robots-directives/robots-conflict.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(robotsConflict, {
  passes: [
    { name: 'they agree', page: '<meta name="robots" content="index, follow, max-snippet:50">' },
    {
      name: 'an exception for Googlebot',
      page: '<meta name="robots" content="index"><meta name="googlebot" content="noindex">',
    },
    {
      name: 'an exception for another crawler',
      page: { html: '<meta name="robots" content="index">', headers: { 'x-robots-tag': 'bingbot: noindex' } },
    },
  ],
  fails: [
    {
      name: 'Google: max-snippet:50 and nosnippet',
      page: '<meta name="robots" content="max-snippet:50"><meta name="robots" content="nosnippet">',
      message: 'conflict',
      evidence: 'html > head > meta:nth-of-type(2)',
      says: 'max-snippet and nosnippet',
    },
    {
      name: 'page and header',
      page: { html: '<meta name="robots" content="index, follow">', headers: { 'x-robots-tag': 'noindex' } },
      message: 'conflict',
      says: 'index and noindex',
      evidence: 'X-Robots-Tag: noindex',
    },
    {
      name: 'all and none',
      page: '<meta name="robots" content="all, none">',
      message: 'conflict',
      evidence: 'html > head > meta',
    },
    {
      name: 'Google obeys both metas',
      page: '<meta name="robots" content="noindex"><meta name="googlebot" content="index">',
      message: 'conflict',
      evidence: 'html > head > meta:nth-of-type(1)',
    },
  ],
  notApplicable: [{ name: 'none', page: '<title>A</title>' }],
})
