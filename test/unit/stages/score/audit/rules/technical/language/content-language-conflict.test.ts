import { contentLanguageConflict } from '#stages/score/audit/rules/technical/language/content-language-conflict.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const page = (lang: string, header: string | string[]) => ({
  html: `<html lang="${lang}">`,
  headers: { 'content-language': header },
})

ruleTester(contentLanguageConflict, {
  passes: [
    { name: 'the same', page: page('de', 'de') },
    { name: 'countries do not matter', page: page('en-GB', 'en-US') },
    { name: 'RFC 9110, 8.5: for readers of several', page: page('en', 'mi, EN') },
  ],
  fails: [
    {
      name: 'another language',
      page: page('de', 'en'),
      message: 'differ',
      evidence: 'Content-Language: en',
      says: '"en", but lang is "de"',
    },
    {
      name: 'a meta',
      page: '<html lang="de"><head><meta http-equiv="Content-Language" content="en">',
      message: 'differ',
      evidence: 'html > head > meta',
    },
  ],
  notApplicable: [
    { name: 'no lang', page: { headers: { 'content-language': 'en' } } },
    { name: 'no header', page: '<html lang="de">' },
  ],
})
