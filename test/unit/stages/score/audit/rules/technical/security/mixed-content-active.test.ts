import { mixedContentActive } from '#stages/score/audit/rules/technical/security/mixed-content-active.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(mixedContentActive, {
  passes: [
    {
      name: 'https and relative',
      page: '<script src="https://cdn.example.net/a.js"></script><link rel="stylesheet" href="/a.css">',
    },
    {
      name: 'links to http load nothing',
      page: '<script src="/a.js"></script><link rel="canonical" href="http://www.example.com/"><a href="http://www.example.com/">A</a>',
    },
    {
      name: 'Secure Contexts, 3.1: this machine',
      page: '<script src="http://localhost:3000/a.js"></script><script src="http://127.0.0.1/a.js"></script><iframe src="http://[::1]:80/"></iframe><link rel=stylesheet href="http://app.localhost/a.css">',
    },
    {
      name: 'Upgrade Insecure Requests',
      page: {
        html: '<script src="http://cdn.example.net/a.js"></script>',
        headers: { 'content-security-policy': 'upgrade-insecure-requests' },
      },
    },
  ],
  fails: [
    {
      name: 'Mixed Content, 3.2: script, style sheet, frame',
      page: '<script src="http://cdn.example.net/a.js"></script><link rel="alternate stylesheet" href="http://cdn.example.net/a.css"><iframe src=" HTTP://cdn.example.net/"></iframe><script src="/b.js"></script>',
      message: 'insecure',
      affected: 3,
      total: 4,
      evidence: 'html > head > script',
    },
    {
      name: 'a private address is not this machine',
      page: '<script src="http://192.168.0.1/a.js"></script>',
      message: 'insecure',
      evidence: 'html > head > script',
    },
    {
      name: 'a base of http',
      page: '<base href="http://www.example.com/"><script src="a.js"></script>',
      message: 'insecure',
      evidence: 'html > head > script',
      says: 'http://www.example.com/a.js',
    },
  ],
  notApplicable: [
    { name: 'nothing is loaded', page: '<title>A</title>' },
    {
      name: 'an http page',
      page: { url: 'http://www.example.com/', html: '<script src="http://www.example.com/a.js"></script>' },
    },
  ],
})
