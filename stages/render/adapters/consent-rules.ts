import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { filterCompactRules, type IndexedCMPRuleset } from '@duckduckgo/autoconsent'
import type { ConsentRules } from '../consent/opt-outs.ts'

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
