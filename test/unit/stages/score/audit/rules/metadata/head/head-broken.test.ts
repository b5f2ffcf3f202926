import { headBroken } from '#stages/score/audit/rules/metadata/head/head-broken.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(headBroken, {
  passes: [
    {
      name: 'Google: the elements that a head may have',
      page: '<head><title>A</title><meta charset="utf-8"><link rel="icon" href="/i"><script></script><style></style><base href="/"><noscript></noscript><template><div></div></template></head><body><p>Text</p></body>',
    },
    { name: 'no end tag, but a body tag', page: '<head><title>A</title><body><p>Text</p>' },
    {
      name: 'end tags in scripts and comments are none',
      page: `<head><script>"</head>"</script><!-- <body> --><title>A</title></head><p>Text</p>`,
    },
  ],
  fails: [
    {
      name: 'Google: an iframe ends the head',
      page: '<head><title>A</title>\n<iframe></iframe><link rel="canonical" href="/"><meta name="robots" content="all"></head>',
      message: 'lost',
      says: '<iframe> on line 2 closes the head; 2 metadata elements after it are lost: link, meta',
      evidence: 'html > body > iframe',
    },
    {
      name: 'an image that loses nothing',
      page: '<head><title>A</title><img src="/pixel" alt=""></head>',
      evidence: 'html > body > img',
      message: 'ended',
    },
    {
      name: 'HTML, 13.2.6.4.4: the end tag of br makes an element',
      page: '<head><title>A</title></br><link rel="canonical" href="/"></head>',
      message: 'lost',
      says: '<br> on line 1 closes the head; 1 metadata element after it is lost',
      evidence: 'html > body > br',
    },
    {
      name: 'text',
      page: '<head>oops<title>A</title></head>',
      evidence: 'oops',
      message: 'lost',
      says: 'text on line 1',
    },
  ],
  notApplicable: [{ name: 'HTML: the tags may be left out', page: '<!doctype html><title>A</title><p>Text' }],
})
