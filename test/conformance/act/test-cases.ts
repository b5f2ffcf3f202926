import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A test case as `testcases.json` of the W3C lists it. */
export interface ActCase {
  readonly testcaseId: string
  /** "Failed Example 3". */
  readonly testcaseTitle: string
  readonly url: string
  /** Below the folder of `testcases.json`. */
  readonly relativePath: string
  readonly expected: 'passed' | 'failed' | 'inapplicable'
  readonly ruleId: string
}

/**
 * The test cases of a folder that is laid out as the W3C publishes them (`content-assets/wcag-act-rules` of
 * w3c/wcag-act-rules). Throws without `testcases.json`.
 */
export function actCases(folder: string): ActCase[] {
  return JSON.parse(readFileSync(join(folder, 'testcases.json'), 'utf8')).testcases
}

/** The page of a test case; null where it is no HTML. */
export function pageOf(folder: string, { relativePath }: ActCase): string | null {
  return /\.x?html?$/.test(relativePath) ? readFileSync(join(folder, relativePath), 'utf8') : null
}
