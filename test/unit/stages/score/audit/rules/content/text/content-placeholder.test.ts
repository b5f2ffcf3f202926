import { contentPlaceholder } from '#stages/score/audit/rules/content/text/content-placeholder.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(contentPlaceholder, {
  passes: [
    { name: 'a text', page: '<p>We sell cups and mugs.' },
    {
      name: 'a page about filler text',
      page: '<title>Lorem ipsum generator</title><p>Lorem ipsum dolor sit amet',
    },
    {
      name: 'program text',
      page: '<p>Write <code>{{ name }}</code> into the template.</p><pre>{{ user }}</pre>',
    },
    { name: 'a long page announces something', page: `<h2>Coming soon</h2><p>${'word '.repeat(100)}` },
    { name: 'the main heading is reported by template-artifact', page: '<h1>{{ title }}</h1><p>Text' },
    { name: 'scripts fill in a text without placeholders', page: '<div v-cloak><p>Hello</div>' },
  ],
  fails: [
    {
      name: 'filler text',
      page: '<p>Lorem ipsum dolor sit amet, consectetur',
      message: 'placeholder',
      evidence: 'html > body > p',
      says: 'Lorem ipsum dolor sit',
    },
    {
      name: 'a template that nobody filled in',
      page: '<p>Hello {{ user.name }}, welcome',
      message: 'placeholder',
      evidence: 'html > body > p',
      affected: 1,
      total: 1,
      says: '{{ user.name }}',
    },
    {
      name: 'an object as text',
      page: '<p>Price: [object Object]',
      message: 'placeholder',
      evidence: 'html > body > p',
    },
    {
      name: 'a page that is to come',
      page: '<h1>Coming soon!</h1>',
      message: 'placeholder',
      evidence: 'html > body > h1',
    },
  ],
  notApplicable: [{ name: 'no text', page: '<img src="a.png" alt="">' }],
  notDecidable: [
    {
      name: 'scripts fill in the text',
      page: '<div v-cloak><p>Hello {{ user }}</div>',
      reason: 'scripted_content',
    },
    {
      name: 'pitfall 23: scripts make the page',
      page: '<div id="root"></div><script src="/app.js"></script>',
      reason: 'app_shell',
    },
  ],
})
