import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

let text: string | null = null

/**
 * What web-vitals brings for a page, with attribution: a script that sets `webVitals`. Read once. The file is none of the
 * package's exports: its version is pinned.
 */
export function vitalsLibrary(): string {
  const module = fileURLToPath(import.meta.resolve('web-vitals'))
  text ??= readFileSync(join(dirname(module), 'web-vitals.attribution.iife.js'), 'utf8')
  return text
}
