import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
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

let text: string | null = null

/**
 * The script of web-vitals with attribution, which sets the global `webVitals`. Read once. The package does not export the file, so
 * its version is pinned.
 */
export function vitalsLibrary(): string {
  const module = fileURLToPath(import.meta.resolve('web-vitals'))
  text ??= readFileSync(join(dirname(module), 'web-vitals.attribution.iife.js'), 'utf8')
  return text
}
