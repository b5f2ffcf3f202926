import { doctypeQuirks } from '#stages/score/audit/rules/metadata/doctype/doctype-quirks.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(doctypeQuirks, {
  passes: [
    { name: 'HTML', page: '<!doctype html><title>A</title>' },
    {
      name: 'HTML 4.01 strict is no quirk',
      page: '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd"><title>A</title>',
    },
  ],
  fails: [
    {
      name: 'HTML, 13.2.6.4.1: limited quirks',
      page: '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><title>A</title>',
      message: 'quirks',
      evidence:
        '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
      says: 'limited-quirks',
    },
    {
      name: 'HTML, 13.2.6.4.1: quirks',
      page: '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2//EN"><title>A</title>',
      message: 'quirks',
      says: 'quirks',
      evidence: '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2//EN">',
    },
  ],
  notApplicable: [{ name: 'no doctype', page: '<title>A</title>' }],
})
