import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Constants } from './with-constants.ts'

// Loaded into a service before it starts: gives constants of its modules the numbers of this module's query (`withConstants`).
const constants = JSON.parse(decodeURIComponent(new URL(import.meta.url).search.slice(1))) as Constants

registerHooks({
  load(url, context, nextLoad) {
    const changed = Object.entries(constants).find(([module]) => url.endsWith(`/${module}`))
    if (changed === undefined) return nextLoad(url, context)
    const source = readFileSync(fileURLToPath(url), 'utf8')
    return { format: 'module-typescript', source: changedSource(source, ...changed), shortCircuit: true }
  },
})

function changedSource(source: string, module: string, numbers: Readonly<Record<string, number>>): string {
  return Object.entries(numbers).reduce((text, [name, value]) => {
    const definition = new RegExp(`^((?:export )?const ${name} = ).+$`, 'gm')
    if (text.match(definition)?.length !== 1) throw new Error(`${module} has no constant ${name} any more`)
    return text.replace(definition, `$1${value}`)
  }, source)
}
