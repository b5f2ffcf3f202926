import { expect } from 'chai'
import { assertedIn } from '#infra/tools/test-clocks/asserted.ts'
import { readModule } from '#infra/tools/test-clocks/module.ts'

const countIn = (body: string) => assertedIn(readModule(`it('x', async () => {\n${body}\n})`)).length

describe('assertions on time', () => {
  for (const body of [
    'const began = performance.now(); await work(); expect(performance.now() - began).to.be.below(50)',
    'const began = Date.now(); await work(); const ms = Date.now() - began; expect(ms).to.be.at.least(50)',
    'let ended = 0; const began = performance.now(); ended = performance.now(); expect((ended - began) / 2).to.equal(0)',
    'expect(Date.now() - Date.parse(text)).to.be.within(0, 1000)',
    'expect(Math.abs(at - Date.now())).to.be.below(1000)',
    'expect(Date.parse(text)).to.be.closeTo(Date.now(), 1000)',
    'const until = Date.now() + 50; expect(Date.now()).to.be.below(until)',
    'expect(performance.now() < until).to.equal(true)',
    'const began = process.hrtime.bigint(); expect(process.hrtime.bigint() - began < 5n).to.equal(true)',
    'const [began, ended] = [Date.now(), Date.now()]; assert.ok(ended - began < 5)',
    `const began = Date.now(); expect(1, 'in time').to.be.within(0, Date.now() - began)`,
  ])
    it(`are found: ${body}`, () => {
      expect(countIn(body)).to.equal(1)
    })

  for (const body of [
    'const before = Date.now(); const at = await work(); expect(at).to.be.within(before, Date.now())',
    'const before = Date.now(); expect(until).to.be.within(before + 44_000, Date.now() + 46_000)',
    'const before = count(); expect(count() - before).to.equal(1)',
    'const began = clock.now(); await work(); expect(clock.now() - began).to.equal(50)',
    'expect(await statusAfter({ expiresAt: Date.now() + 1000 })).to.equal(1)',
    'const end = performance.now() + 1000; while (!done() && performance.now() < end) await turn()',
    'const tookMs = []; tookMs.push(Date.now() - began); expect(tookMs.length).to.equal(1)',
  ])
    it(`are not: ${body}`, () => {
      expect(countIn(body)).to.equal(0)
    })
})
