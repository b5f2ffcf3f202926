import { redirectMetaRefresh } from '#stages/score/audit/rules/technical/redirects/redirect-meta-refresh.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(redirectMetaRefresh, {
  passes: [
    { name: 'a reload', page: '<meta http-equiv="refresh" content="0">' },
    {
      name: 'a delay is reported by meta-refresh',
      page: '<meta http-equiv="refresh" content="5; url=/new">',
    },
  ],
  fails: [
    {
      name: 'Google: instant',
      page: '<meta http-equiv="refresh" content="0;url=https://www.example.com/new">',
      message: 'refresh',
      evidence: 'html > head > meta',
    },
    {
      name: 'pitfall 28: an empty address',
      page: '<meta http-equiv="Refresh" content="0;url=">',
      message: 'refresh',
      evidence: 'html > head > meta',
    },
    {
      name: 'HTML, 4.2.5.3: url= may be left out',
      page: '<meta http-equiv="refresh" content="0; /new">',
      message: 'refresh',
      evidence: 'html > head > meta',
    },
    {
      name: 'quoted',
      page: `<meta http-equiv="refresh" content="0; URL='/new'">`,
      message: 'refresh',
      evidence: 'html > head > meta',
    },
    {
      name: 'ACT bc659a: 72001 seconds delay nobody',
      page: '<meta http-equiv="refresh" content="72001; url=/new">',
      message: 'refresh',
      evidence: 'html > head > meta',
    },
    {
      name: 'as a header',
      page: { headers: { refresh: '5; url=/new' } },
      message: 'refresh',
      evidence: 'Refresh: 5; url=/new',
    },
    {
      name: 'as an element and as a header: the element is shown',
      page: {
        html: '<meta http-equiv="refresh" content="0; url=/new">',
        headers: { refresh: '5; url=/other' },
      },
      message: 'refresh',
      evidence: 'html > head > meta',
    },
  ],
  notApplicable: [{ name: 'none', page: '<title>A</title>' }],
})
