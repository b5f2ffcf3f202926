import { sdNone } from '#stages/score/audit/rules/content/structured-data/sd-none.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

ruleTester(sdNone, {
  passes: [{ name: 'a product', page: structuredPage(jsonLd({ '@type': 'Product', name: 'Cup' })) }],
  fails: [{ name: 'none', page: '<p>Text', message: 'none', evidence: null }],
  notApplicable: [
    {
      name: 'blocks that cannot be read are reported by jsonld-syntax',
      page: structuredPage('<script type="application/ld+json">{</script>'),
    },
    { name: 'pitfall 22: the page is not to be found', page: '<meta name="robots" content="noindex">' },
    { name: 'an error page', page: { html: '<p>Not found', status: 404 } },
  ],
  notDecidable: [
    {
      name: 'pitfall 23: scripts make the page',
      page: '<div id="root"></div><script src="/app.js"></script>',
      reason: 'app_shell',
    },
  ],
})
