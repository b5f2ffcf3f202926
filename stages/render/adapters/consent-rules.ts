import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type CompactCMPRuleset, filterCompactRules, type IndexedCMPRuleset } from '@duckduckgo/autoconsent'

export interface ConsentRules {
  /** The content script, which communicates through `autoconsentSendMessage` and `autoconsentReceiveMessage`. */
  readonly script: string
  /** The rules for a document at `url`, in compact form. */
  rulesFor(url: string, isMainFrame: boolean): CompactCMPRuleset
}

let read: ConsentRules | null = null

/** The script and rules of @duckduckgo/autoconsent, read once. The package does not export the script, so its version is pinned. */
export function consentRules(): ConsentRules {
  read ??= readPackage()
  return read
}

function readPackage(): ConsentRules {
  const { resolve } = createRequire(import.meta.url)
  const compact = JSON.parse(
    readFileSync(resolve('@duckduckgo/autoconsent/rules/compact-rules.json'), 'utf8'),
  ) as IndexedCMPRuleset
  const folder = dirname(resolve('@duckduckgo/autoconsent'))
  return {
    script: readFileSync(join(folder, 'autoconsent.playwright.js'), 'utf8'),
    rulesFor: (url, mainFrame) => filterCompactRules(compact, { url, mainFrame }),
  }
}
