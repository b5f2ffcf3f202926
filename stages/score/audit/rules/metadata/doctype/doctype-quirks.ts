import { firstContent, writtenTags } from '../../../derived/head/head-break.ts'
import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const doctypeQuirks = rule({
  id: 'doctype-quirks',
  severity: 'warning',
  title: 'Doctype triggers quirks mode',
  passTitle: 'Doctype triggers standards mode',
  why: 'Some old doctypes make browsers render the page in quirks or limited-quirks mode.',
  fix: 'Replace it with <!doctype html>.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode',
  needs: ['document'],
  messages: { quirks: 'The doctype triggers {mode} mode.' },

  check({ document }) {
    const { doctype } = writtenTags(document)
    if (doctype === null || doctype > (firstContent(document)?.start ?? doctype)) return notApplicable
    if (document.quirks === 'no-quirks') return pass
    const written = document.source.slice(doctype, doctype + 200).split('>', 1)[0] ?? ''
    const mode = document.quirks === 'quirks' ? 'quirks' : 'limited-quirks'
    return fail('quirks', { values: { mode }, evidence: [externalEvidence(`${written}>`)] })
  },
})
