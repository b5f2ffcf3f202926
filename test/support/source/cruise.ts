import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../sandbox.ts'

/** The part of the output of dependency-cruiser that is used. Paths are relative to the cruised folder. */
export interface Cruise {
  readonly modules: readonly {
    readonly source: string
    readonly dependencies: readonly { readonly resolved: string }[]
  }[]
  readonly summary: {
    readonly totalCruised: number
    readonly violations: readonly {
      readonly from: string
      readonly to: string
      readonly rule: { readonly name: string }
    }[]
  }
}

const run = promisify(execFile)
const CONFIG = join(root, 'infra/tools/dependency-cruiser.cjs')
const PROGRAM = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
const OUTPUT_LIMIT = 256 * 1024 * 1024

export const sourceFolders = ['gateway', 'stages', 'shared', 'infra'] as const

/** The imports below `folder`, and the rules of the project that they break. */
export async function cruise(folder: string): Promise<Cruise> {
  const folders = [...sourceFolders, 'test'].filter((name) => existsSync(join(folder, name)))
  const args = [PROGRAM, '--config', CONFIG, '--output-type', 'json', ...folders]
  const options = { cwd: folder, maxBuffer: OUTPUT_LIMIT }
  const { stdout, stderr } = await run(process.execPath, args, options).catch((error) => error)
  // With violations the exit code is their number; the output is complete all the same.
  if (!stdout) throw new Error(`dependency-cruiser printed nothing: ${stderr}`)
  return JSON.parse(stdout)
}
