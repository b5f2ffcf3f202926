import { jsShell } from '#stages/score/audit/rules/technical/javascript/js-shell.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const script = '<script src="/app.js"></script>'

ruleTester(jsShell, {
  passes: [
    { name: 'a short page with a script', page: `<p>Not much to say.</p>${script}` },
    { name: 'rendered on the server', page: `<div id="root"><p>${'word '.repeat(60)}</p></div>${script}` },
  ],
  fails: [
    {
      name: 'React',
      page: `<div id="root"></div>${script}`,
      message: 'shell',
      evidence: 'html > body > script',
    },
    {
      name: 'Angular',
      page: `<app-root></app-root>${script}`,
      message: 'shell',
      evidence: 'html > body > script',
    },
    {
      name: 'what noscript says is no content',
      page: `<noscript>${'word '.repeat(60)}</noscript><div id="app"></div>${script}`,
      message: 'shell',
      evidence: 'html > body > script',
    },
  ],
  notApplicable: [{ name: 'no scripts', page: '<div id="root"></div>' }],
})
