import { blockingScript } from '#stages/score/audit/rules/performance/render-blocking/blocking-script.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const head = (...scripts: string[]) => `<head>${scripts.join('')}</head><body><p>x</p></body>`

ruleTester(blockingScript, {
  passes: [
    {
      name: 'HTML 4.12.1: defer and async',
      page: head('<script defer src="a.js"></script>', '<script async src="b.js"></script>'),
    },
    { name: 'HTML 4.12.1: modules are deferred', page: head('<script type="module" src="a.js"></script>') },
    { name: 'at the end of the body', page: '<body><p>x</p><script src="a.js"></script></body>' },
  ],
  fails: [
    {
      name: 'neither',
      page: head('<script src="a.js"></script>', '<script defer src="b.js"></script>'),
      message: 'blocking',
      evidence: 'html > head > script:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
    {
      name: 'a type in capitals',
      page: head('<script type="TEXT/JavaScript" src="a.js"></script>'),
      message: 'blocking',
      evidence: 'html > head > script',
    },
  ],
  notApplicable: [
    { name: 'no scripts', page: '<p>x' },
    {
      name: 'inline, and data',
      page: head('<script>a()</script>', '<script type="application/json" src="a.json"></script>'),
    },
  ],
})
