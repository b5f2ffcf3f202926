import { fileURLToPath } from 'node:url'
import { ensurePackages } from './packages.mjs'
import { runSetup } from './progress.mjs'

/** Set-up of the checks and the command lines: the npm packages. */
await runSetup(() => ensurePackages(fileURLToPath(new URL('../..', import.meta.url))))
