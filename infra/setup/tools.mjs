import { fileURLToPath } from 'node:url'
import { ensurePackages } from './packages.mjs'
import { runSetup } from './progress.mjs'

/** What the checks and the command lines need: the npm packages. */
await runSetup(() => ensurePackages(fileURLToPath(new URL('../..', import.meta.url))))
