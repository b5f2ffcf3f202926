import type { Protocol } from 'puppeteer-core'
import type { LabCoverage } from '#shared/messages/payloads/lab-code.ts'
import { type Range, sizeWithout, unionOf } from './ranges.ts'
import { styleRules } from './style-rules.ts'

/** A style sheet that has the content of a file. */
export interface FileSheet {
  readonly styleSheetId: string
  /** Of its file. */
  readonly url: string
  readonly text: string
}

/** Coverage of style sheet files. A rule that matches in one of the documents that load a file is used. */
export function styleCoverage(
  sheets: readonly FileSheet[],
  usage: readonly Protocol.CSS.RuleUsage[],
): LabCoverage[] {
  const used = Map.groupBy(
    usage.filter((rule) => rule.used),
    ({ styleSheetId }) => styleSheetId,
  )
  return [...Map.groupBy(sheets, ({ url }) => url)].map(([url, same]) => {
    const usedRules = same.flatMap(({ styleSheetId }) => (used.get(styleSheetId) ?? []).map(rangeOf))
    const text = same[0]?.text ?? ''
    const unusedCharacters = sizeWithout(styleRules(text), unionOf(usedRules))
    return { url, kind: 'stylesheet', characters: text.length, unusedCharacters }
  })
}

function rangeOf({ startOffset, endOffset }: Protocol.CSS.RuleUsage): Range {
  return { start: startOffset, end: endOffset }
}
