import { soft404 } from '#stages/score/audit/rules/technical/status/soft-404.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const text = `<p>${'The history of a famous number in computing. '.repeat(30)}`

ruleTester(soft404, {
  passes: [
    { name: 'a page with content', page: '<title>Bicycles</title><h1>Bicycles</h1>' },
    { name: 'an article about not found pages', page: `<title>404 not found: a history</title>${text}` },
    {
      name: 'a text about error pages',
      page: '<title>How to fix a 404 error</title><h1>404 errors of nginx</h1>',
    },
    { name: 'a number alone says nothing', page: '<title>Room 404 of the hotel</title><h1>Room 404</h1>' },
  ],
  fails: [
    {
      name: 'Google: an error page with status 200',
      page: '<title>Shop</title><h1>Page not found</h1><p>Sorry.</p>',
      message: 'soft',
      evidence: 'html > body > h1',
    },
    {
      name: 'in a sentence',
      page: '<h1>Sorry, we can’t find that page</h1>',
      message: 'soft',
      evidence: 'html > body > h1',
    },
    {
      name: 'in the title',
      page: '<title>Error 404 - Shop</title><p>Sorry.</p>',
      message: 'soft',
      evidence: 'Error 404 - Shop',
    },
    {
      name: 'in German',
      page: '<title>Seite nicht gefunden</title><p>Leider.</p>',
      message: 'soft',
      evidence: 'Seite nicht gefunden',
    },
    {
      name: 'in Russian',
      page: '<title>Страница не найдена</title>',
      message: 'soft',
      evidence: 'Страница не найдена',
    },
    {
      name: 'in Japanese',
      page: '<title>ページが見つかりません</title>',
      message: 'soft',
      evidence: 'ページが見つかりません',
    },
  ],
  notApplicable: [
    { name: 'it does answer with 404', page: { html: '<h1>Page not found</h1>', status: 404 } },
  ],
  notDecidable: [
    {
      name: 'pitfall 23: an app shell',
      page: '<title>Shop</title><div id="root"></div><script src="/a.js"></script>',
      reason: 'app_shell',
    },
  ],
})
