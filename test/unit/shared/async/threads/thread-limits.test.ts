import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { threadLimits } from '#shared/async/threads/thread-limits.ts'

const THREADS = 3
/** Makes objects that all survive, as fast as it can. */
const GREEDY = `const kept = []
  for (let node = null; ; ) {
    const next = { parent: node, attributes: [{ name: 'class', value: 'x' }], text: 'a' + kept.length, children: [] }
    node?.children.push(next)
    if (kept.push(next) % 50 === 0) node = next
  }`

/** Starts threads one after the other that take all the memory there is, and prints how each ended. */
const program = (limits: object): string => `
  import { Worker } from 'node:worker_threads'
  for (let count = 0; count < ${THREADS}; count++) {
    const worker = new Worker(${JSON.stringify(GREEDY)}, { eval: true, resourceLimits: ${JSON.stringify(limits)} })
    worker.on('error', ({ code }) => console.log(code))
    await new Promise((resolve) => worker.on('exit', resolve))
  }`

describe('threadLimits', () => {
  it('ends a thread that takes too much memory, and not its process', async () => {
    const args = ['--input-type=module', '--eval', program(threadLimits(32))]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    expect(stdout.trimEnd().split('\n')).to.deep.equal(Array(THREADS).fill('ERR_WORKER_OUT_OF_MEMORY'))
  })
})
