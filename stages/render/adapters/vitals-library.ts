import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

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
