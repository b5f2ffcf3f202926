import { metaRefresh } from '#stages/score/audit/rules/accessibility/meta/meta-refresh.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(metaRefresh, {
  passes: [
    {
      name: 'ACT bc659a passed: at once is a redirect',
      page: `<meta http-equiv="refresh" content="0; URL='https://w3.org'">`,
    },
    {
      name: 'ACT bc659a passed: after more than 20 hours',
      page: '<meta http-equiv="refresh" content="72001; https://w3.org">',
    },
    {
      name: 'ACT bc659a passed: the first counts',
      page: '<meta http-equiv="refresh" content="0; https://w3.org"><meta http-equiv="refresh" content="5; https://w3.org">',
    },
    {
      name: 'HTML 4.2.5.3: half a second is none',
      page: '<meta http-equiv="refresh" content="0.5; url=/b">',
    },
    { name: 'pitfall: an empty target at once', page: '<meta http-equiv="refresh" content="0;url=">' },
  ],
  fails: [
    {
      name: 'ACT bc659a failed: a redirect after 30 seconds',
      page: `<meta http-equiv="refresh" content="30; URL='https://w3.org'">`,
      message: 'timed',
      evidence: 'html > head > meta',
      says: '30',
    },
    {
      name: 'ACT bc659a failed: a reload',
      page: '<meta http-equiv="refresh" content="30">',
      message: 'timed',
      evidence: 'html > head > meta',
    },
    {
      name: 'ACT bc659a failed: 20 hours',
      page: '<meta http-equiv="Refresh" content="72000; https://w3.org">',
      message: 'timed',
      evidence: 'html > head > meta',
    },
    {
      name: 'HTML 4.2.5.3: parts of a second are dropped',
      page: '<meta http-equiv="refresh" content=" 5.9 ;url=/b">',
      message: 'timed',
      evidence: 'html > head > meta',
    },
    {
      name: 'ACT bc659a failed: the first that is valid',
      page: '<meta http-equiv="refresh" content="x"><meta id="a" http-equiv="refresh" content="5"><meta http-equiv="refresh" content="0">',
      message: 'timed',
      evidence: '#a',
    },
  ],
  notApplicable: [
    { name: 'ACT bc659a inapplicable: no content', page: '<meta http-equiv="refresh">' },
    {
      name: 'ACT bc659a inapplicable: what browsers ignore',
      page: `<meta http-equiv="refresh" content="foo; URL='https://w3.org'"><meta http-equiv="refresh" content="+5; https://w3.org"><meta http-equiv="refresh" content="-00.12 foo">`,
    },
    {
      name: 'HTML 2.3.3: white space is part of a keyword',
      page: '<meta http-equiv=" refresh" content="5">',
    },
    {
      name: 'HTML 4.2.5.3: an address that cannot be parsed',
      page: '<meta http-equiv="refresh" content="5;url=http://[x">',
    },
    { name: 'ACT bc659a: no unit', page: '<meta http-equiv="refresh" content="5s; url=/b">' },
  ],
})
