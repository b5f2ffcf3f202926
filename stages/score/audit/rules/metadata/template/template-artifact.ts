import { canonicalsOf } from '../../../derived/canonical/canonicals.ts'
import { headMetas, metaNames } from '../../../derived/head/head-elements.ts'
import { isAppShell } from '../../../derived/page/app-shell.ts'
import { mainHeading } from '../../../derived/text/headings.ts'
import { titleElements } from '../../../derived/title/titles.ts'
import { type Evidence, elementEvidence, fail, notDecidable, pass, rule } from '../../../engine/rule.ts'
import type { Facts } from '../../../facts/facts.ts'

/** Number of characters that are examined. */
const MAX_CHARS = 2_000

/** Placeholders of template languages, and printed values of programs that occur in no sentence. */
const placeholder =
  /\{\{[^{}]{0,100}\w[^{}]{0,100}\}\}|[$#]\{[^{}]{1,100}\}|\{%[^{}%]{1,100}%\}|<%[^<>%]{1,100}%>|%%\w{1,50}%%|\[object Object\]|(?<=^|\s)%(?:\d\$)?[sd](?=$|[\s,.!?:|–—-])|\bNaN\s?[€$£%]|[€$£]\s?NaN\b/
/** Words that are artifacts when they stand alone between separators; a page may be about `undefined`. */
const bareValue = /^(?:undefined|null|NaN|%[sd]|%\w+%)$/
const separators = /\s[|–—·•:»>-]\s|:\s|[/?&=]/

export const templateArtifact = rule({
  id: 'template-artifact',
  severity: 'error',
  title: 'Unfilled template placeholders in metadata',
  passTitle: 'Metadata has no template placeholders',
  why: 'A placeholder that was never filled in appears as is in search results and previews.',
  fix: 'Fill in the value in the template, or omit the text if there is none.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/appearance/title-link',
  needs: ['document', 'http'],
  messages: {
    leftover:
      '{count} of the texts that describe the page {count:contains|contain} a template placeholder: "{leftover}".',
  },

  check({ document, http }) {
    // Where scripts fill in the page, raw placeholders are intended.
    if (document.withAttribute('ng-app').length > 0 || isAppShell(document)) return notDecidable('app_shell')
    const texts = describingTexts({ document, http })
    const found = texts.filter(({ value }) => leftoverIn(value) !== null)
    const [first] = found
    if (first === undefined) return pass
    return fail('leftover', {
      values: { count: found.length, leftover: leftoverIn(first.value) ?? '' },
      evidence: found,
      extent: { affected: found.length, total: texts.length },
    })
  },
})

function describingTexts(facts: Pick<Facts, 'document' | 'http'>): Evidence[] {
  const { document } = facts
  const heading = mainHeading(document)
  const names = metaNames(document).filter((name) => name === 'description' || /^(og|twitter):/.test(name))
  return [
    ...titleElements(document)
      .inHead.slice(0, 1)
      .map((title) => elementEvidence(title, document.title ?? '')),
    ...names
      .flatMap((name) => headMetas(document, name))
      .map(({ element, content }) => elementEvidence(element, content)),
    ...canonicalsOf(facts).map(({ evidence, written }) => ({ node: evidence.node, value: written })),
    ...(heading === null ? [] : [elementEvidence(heading.element, heading.text)]),
  ]
}

function leftoverIn(text: string): string | null {
  const start = text.slice(0, MAX_CHARS)
  const found = placeholder.exec(start)?.[0]
  return found ?? start.split(separators).find((part) => bareValue.test(part.trim())) ?? null
}
