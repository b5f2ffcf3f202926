import { doctypeMissing } from '#stages/score/audit/rules/metadata/doctype/doctype-missing.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(doctypeMissing, {
  passes: [
    { name: 'Lighthouse doctype', page: '<!DOCTYPE html><title>A</title>' },
    { name: 'behind a comment', page: '<!-- built today --><!doctype html><title>A</title>' },
  ],
  fails: [
    {
      name: 'Lighthouse doctype: none',
      page: '<html><head><title>A</title></head></html>',
      message: 'missing',
      evidence: null,
    },
  ],
  notApplicable: [
    {
      name: 'one behind content is reported by body-before-html',
      page: '<p>Warning</p><!doctype html><html></html>',
    },
  ],
})
