import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { namesCompared } from '../names.ts'
import type { Suite } from '../suite.ts'
import { lighthouseCounterparts } from './counterparts.data.ts'

const folder = dirname(createRequire(import.meta.url).resolve('lighthouse/package.json'))
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Lighthouse's audits by name: which rule, tip or metric of ours each is. */
export const lighthouseNames: Suite = {
  name: 'lighthouse-names',
  source: `Lighthouse ${version} (Apache-2.0), the audits of its default configuration`,
  run: () => namesCompared(auditNames(), lighthouseCounterparts),
}

/** The last part of each path in the list of audits. The file is read as text: to load Lighthouse takes seconds. */
function auditNames(): string[] {
  const text = readFileSync(join(folder, 'core/config/default-config.js'), 'utf8')
  const list = /^ {2}audits: \[(.*?)^ {2}\]/ms.exec(text)?.[1] ?? ''
  return [...list.matchAll(/'([\w/-]+)'/g)].map(([, path = '']) => path.slice(path.lastIndexOf('/') + 1))
}
