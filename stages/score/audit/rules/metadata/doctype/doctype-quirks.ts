import { firstContent, writtenTags } from '../../../derived/head/head-break.ts'
import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const doctypeQuirks = rule({
  id: 'doctype-quirks',
  severity: 'warning',
  title: 'Doctype asks for standards mode',
  why: 'Some old doctypes make browsers lay the page out in quirks or almost-standards mode.',
  fix: 'Replace it with <!doctype html>.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode',
  needs: ['document'],
  messages: { quirks: 'The doctype puts the page into {mode} mode.' },

  check({ document }) {
    const { doctype } = writtenTags(document)
    if (doctype === null || doctype > (firstContent(document)?.start ?? doctype)) return notApplicable
    if (document.quirks === 'no-quirks') return pass
    const written = document.source.slice(doctype, doctype + 200).split('>', 1)[0] ?? ''
    const mode = document.quirks === 'quirks' ? 'quirks' : 'limited-quirks'
    return fail('quirks', { values: { mode }, evidence: [externalEvidence(`${written}>`)] })
  },
})
