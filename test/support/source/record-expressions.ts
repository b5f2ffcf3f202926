import { pathToFileURL } from 'node:url'

/** Loads the modules that the arguments name, and prints the regular expressions that modules of the project make meanwhile. */
const CALLER = /file:\/\/[^\s)]*?\/((?:gateway|stages|shared|infra)\/[^\s):?]*)/
const made: { path: string; source: string; flags: string }[] = []

globalThis.RegExp = new Proxy(RegExp, {
  construct(target, args, newTarget) {
    const expression = Reflect.construct(target, args, newTarget) as RegExp
    const [, , caller = ''] = (new Error().stack ?? '').split('\n')
    const path = CALLER.exec(caller)?.[1]
    if (path !== undefined && !caller.includes('node_modules')) {
      made.push({ path, source: expression.source, flags: expression.flags })
    }
    return expression
  },
})

for (const path of process.argv.slice(2)) await import(pathToFileURL(path).href)
process.stdout.write(JSON.stringify(made), () => process.exit(0))
