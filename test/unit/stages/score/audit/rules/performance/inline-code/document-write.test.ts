import { documentWrite } from '#stages/score/audit/rules/performance/inline-code/document-write.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(documentWrite, {
  passes: [
    { name: 'another script', page: '<script>document.body.append("x")</script>' },
    { name: 'behind a comment', page: '<script>\n// document.write("x")\n</script>' },
    { name: 'behind a comment on the first line', page: '<script>//document.write("x")</script>' },
    { name: 'a name that ends like it', page: '<script>mydocument.writer()</script>' },
  ],
  fails: [
    {
      name: 'write',
      page: '<script>a();document.write("<p>")</script><script>b()</script>',
      message: 'writes',
      evidence: 'html > head > script:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
    {
      name: 'writeln, spread',
      page: '<script>document\n .writeln (x)</script>',
      message: 'writes',
      evidence: 'html > head > script',
    },
    {
      name: 'behind an address on the same line',
      page: '<script>var a = "https://a.test"; document.write(a)</script>',
      message: 'writes',
      evidence: 'html > head > script',
    },
  ],
  notApplicable: [
    { name: 'files alone', page: '<script src="a.js"></script>' },
    { name: 'data', page: '<script type="application/json">"document.write("</script>' },
  ],
})
