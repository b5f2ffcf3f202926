import { metaCspBlocksPreload } from '#stages/score/audit/rules/performance/resource-hints/meta-csp-blocks-preload.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const meta = `<meta http-equiv="Content-Security-Policy" content="default-src 'self'">`

ruleTester(metaCspBlocksPreload, {
  passes: [{ name: 'nothing is loaded', page: meta }],
  fails: [
    {
      name: 'capo.js: before a preload',
      page: `${meta}<link rel="preload" as="font" crossorigin href="/a.woff2">`,
      message: 'meta',
      evidence: 'html > head > meta',
      says: '1 file.',
    },
    {
      name: 'capo.js: in a meta',
      page: `${meta}<link rel="stylesheet" href="a.css"><script src="b.js"></script>`,
      message: 'meta',
      evidence: 'html > head > meta',
      says: '2 files',
    },
  ],
  notApplicable: [
    {
      name: 'HTML, 4.2.5.3: a name makes no policy',
      page: `<meta name="Content-Security-Policy" content="default-src 'self'"><script src="b.js"></script>`,
    },
    { name: 'none', page: '<script src="b.js"></script>' },
    {
      name: 'a header',
      page: {
        html: '<script src="b.js"></script>',
        headers: { 'content-security-policy': "default-src 'self'" },
      },
    },
  ],
})
