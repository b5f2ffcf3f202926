import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { text } from 'node:stream/consumers'

/**
 * Judges the coverage that test runs with `NODE_V8_COVERAGE` left in `folder` by the floors in `package.json` (`c8`:
 * percent of all lines, branches and functions of the product). Resolves to a sentence for each floor that is not
 * reached, and rejects when there is no coverage to judge.
 */
export async function uncovered(folder: string): Promise<string[]> {
  if ((await readdir(folder)).length === 0) throw new Error(`There is no coverage in ${folder}`)
  const args = ['report', '--check-coverage', '--temp-directory', folder, '--reporter', 'text-summary']
  const c8 = spawn('node_modules/.bin/c8', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const [report, errors, [code]] = await Promise.all([text(c8.stdout), text(c8.stderr), once(c8, 'close')])
  const sentences = [...errors.matchAll(/^ERROR: (.+)$/gm)].map(([, sentence]) => String(sentence))
  if (code !== 0 && sentences.length === 0) throw new Error(`c8 failed: ${errors}`)
  console.log(report)
  return sentences
}
