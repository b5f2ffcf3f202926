import { bodyBeforeHtml } from '#stages/score/audit/rules/metadata/head/body-before-html.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(bodyBeforeHtml, {
  passes: [
    {
      name: 'a comment before',
      page: '<!-- built today --><!doctype html><html><title>A</title><p>Text</p></html>',
    },
  ],
  fails: [
    {
      name: 'a script before the doctype',
      page: '<script></script><!doctype html><html><head><title>A</title></head></html>',
      message: 'before',
      evidence: 'html > head > script',
    },
    {
      name: 'a warning of the server',
      page: 'Warning: undefined variable<html><head><title>A</title></head><p>Text</p></html>',
      message: 'before',
      evidence: 'Warning: undefined variable',
    },
  ],
  notApplicable: [{ name: 'HTML, 13.1.2.4: the tags may be left out', page: '<title>A</title><p>Text' }],
})
