import { expect } from 'chai'
import { readModule } from '#infra/tools/test-clocks/module.ts'
import { sleepsIn } from '#infra/tools/test-clocks/sleeps.ts'

const importing = (source: string) => `import { setTimeout as sleep } from 'node:timers/promises'\n${source}`
const countIn = (body: string) => sleepsIn(readModule(importing(`it('x', async () => {\n${body}\n})`))).length

describe('sleeps', () => {
  for (const body of [
    'await sleep(50)',
    'await sleep(3 * OFTEN_MS)',
    'await sleep(ms, undefined, { ref: false })',
    `await Promise.race([work, sleep(50, 'late')])`,
    'await new Promise((resolve) => setTimeout(resolve, 50))',
    'await new Promise<void>((resolve) => { setTimeout(() => resolve(), 50) })',
    'for (const one of many) await sleep(50)',
    'for (let n = 0; n < 10; n++) await sleep(50)',
    'while (performance.now() < end) await sleep(50)',
    'while (true) await sleep(50)',
    'while (!done()) { await Promise.all(many.map(async () => { await sleep(50) })) }',
  ])
    it(`are found: ${body}`, () => {
      expect(countIn(body)).to.equal(1)
    })

  for (const body of [
    'while (!done()) await sleep(20)',
    'while (answered.length < CALLS && performance.now() < end) await sleep(20)',
    'for (;;) { if (done()) return; await sleep(20) }',
    'for (let n = 0; n < 100; n++) { if (await done()) break; await sleep(20) }',
    'for (; answer.status === 202; answer = await ask()) await sleep(20)',
    'do { await new Promise((resolve) => setTimeout(resolve, 20)) } while (!done())',
    'const site = openSite({ before: () => sleep(20) })',
    `const site = openSite({ '/slow': async () => { await sleep(400); return 'slow' } })`,
    'createServer(async (request, response) => { await sleep(400); response.end() })',
    'const work = (signal) => sleep(60_000, undefined, { signal })',
    'await sleep(0)',
    'await new Promise((resolve) => setTimeout(resolve))',
    `await new Promise((resolve, reject) => { once('x', resolve); setTimeout(reject, 5000) })`,
    'const timer = setTimeout(() => child.kill(), 50)',
    `page(\`<script>await new Promise((resolve) => setTimeout(resolve, 50))</script>\`)`,
  ])
    it(`are not: ${body}`, () => {
      expect(countIn(body)).to.equal(0)
    })

  it('are known by any name that they are imported with', () => {
    const count = (imported: string, call: string) =>
      sleepsIn(readModule(`import { ${imported} } from 'timers/promises'\nit('x', () => ${call})`)).length
    const taken = `const { setTimeout: pause } = process.getBuiltinModule('node:timers/promises')`
    expect(sleepsIn(readModule(`${taken}\nit('x', () => pause(5))`))).to.have.length(1)
    expect(count('setTimeout as pause', 'pause(5)')).to.equal(1)
    expect(count('setTimeout', 'setTimeout(5)')).to.equal(1)
    expect(count('setTimeout as delay', 'pause(5)')).to.equal(0)
    expect(count('setImmediate as pause', 'pause(5)')).to.equal(0)
  })
})
