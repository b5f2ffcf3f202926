import { htmlXmlLangMismatch } from '#stages/score/audit/rules/accessibility/language/html-xml-lang-mismatch.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(htmlXmlLangMismatch, {
  passes: [
    { name: 'ACT 5b7ae0 passed: the same', page: '<html lang="en" xml:lang="en"><title>x</title>' },
    { name: 'ACT 5b7ae0 passed: another region', page: '<html lang="en-GB" xml:lang="en"><title>x</title>' },
  ],
  fails: [
    {
      name: 'ACT 5b7ae0 failed: other languages',
      page: '<html lang="fr" xml:lang="en"><title>x</title>',
      message: 'differ',
      evidence: 'html',
      says: 'fr',
    },
    {
      name: 'ACT 5b7ae0 failed: with regions',
      page: '<html lang="fr-CA" xml:lang="en-CA"><title>x</title>',
      message: 'differ',
      evidence: 'html',
    },
  ],
  notApplicable: [
    { name: 'ACT 5b7ae0 inapplicable: one alone', page: '<html lang="en"><title>x</title>' },
    {
      name: 'ACT 5b7ae0 inapplicable: one that does not exist',
      page: '<html lang="em" xml:lang="em-UK"><title>x</title>',
    },
    { name: 'ACT 5b7ae0 inapplicable: an empty one', page: '<html lang="fr" xml:lang=""><title>x</title>' },
  ],
})
