import { robotsUnknownToken } from '#stages/score/audit/rules/technical/robots-directives/robots-unknown-token.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(robotsUnknownToken, {
  passes: [
    {
      name: 'Google: all rules',
      page: '<meta name="robots" content="all, noindex, nofollow, none, nosnippet, indexifembedded, max-snippet:-1, max-image-preview:large, max-video-preview:-1, notranslate, noimageindex">',
    },
    {
      name: 'Google: a date with commas and colons',
      page: { headers: { 'x-robots-tag': 'unavailable_after: Wed, 03 Dec 2025 13:09:53 GMT, noarchive' } },
    },
    {
      name: 'Google: names and values in any case, blanks around colons',
      page: '<meta name="ROBOTS" content=" NoIndex ,MAX-SNIPPET : 20, max-image-preview: Large">',
    },
  ],
  fails: [
    {
      name: 'a hyphen',
      page: '<meta name="robots" content="no-index">',
      evidence: 'html > head > meta',
      message: 'typo',
      says: 'did you mean "noindex"?',
    },
    {
      name: 'a missing comma',
      page: '<meta name="robots" content="noindexnofollow">',
      evidence: 'html > head > meta',
      message: 'unknown',
    },
    {
      name: 'swapped letters',
      page: '<meta name="robots" content="noindex, nofolow">',
      evidence: 'html > head > meta',
      message: 'typo',
      affected: 1,
      total: 2,
      says: '"nofollow"',
    },
    {
      name: 'Google, 2007: a blank in place of a comma',
      page: '<meta name="robots" content="NOINDEX  nofollow">',
      evidence: 'html > head > meta',
      message: 'comma',
      says: 'did you mean "noindex, nofollow"?',
    },
    {
      name: 'a semicolon in place of a comma, in a header',
      page: { headers: { 'x-robots-tag': 'googlebot: noindex; max-snippet:5' } },
      evidence: 'X-Robots-Tag: googlebot: noindex; max-snippet:5',
      message: 'comma',
      says: '"noindex, max-snippet:5"',
    },
    {
      name: 'Google: a meta names its crawler by its name, not in its content',
      page: '<meta name="robots" content="googlebot: noindex">',
      evidence: 'html > head > meta',
      message: 'unknown',
    },
    {
      name: 'a value of a directive that has none',
      page: '<meta name="robots" content="noindex: false">',
      evidence: 'html > head > meta',
      message: 'unknown',
      says: 'noindex:false',
    },
    {
      name: 'a value that is unknown',
      page: '<meta name="robots" content="max-image-preview:huge">',
      evidence: 'html > head > meta',
      message: 'unknown',
      says: 'max-image-preview:huge',
    },
    {
      name: 'a word',
      page: '<meta name="robots" content="index,revisit-after-7-days">',
      evidence: 'html > head > meta',
      message: 'unknown',
    },
  ],
  notApplicable: [
    { name: 'none', page: '<title>A</title>' },
    { name: 'empty', page: '<meta name="robots" content="">' },
  ],
})
