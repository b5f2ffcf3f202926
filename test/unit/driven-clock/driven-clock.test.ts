import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

describe('driven clock', () => {
  const clock = driveClockInEachTest()

  /** How long after its start each of these has happened. */
  function recorder() {
    const times: number[] = []
    const began = performance.now()
    return { times, note: () => void times.push(performance.now() - began) }
  }

  it('moves performance.now and Date together', async () => {
    const [monotonic, wall] = [performance.now(), Date.now()]
    await clock.pass(1500)
    expect([performance.now() - monotonic, Date.now() - wall]).to.deep.equal([1500, 1500])
    expect(new Date())
      .to.deep.equal(new Date(wall + 1500))
      .and.be.instanceOf(Date)
  })

  it('ends timers, intervals, delays and signals at their time, and each sees that time', async () => {
    const { times, note } = recorder()
    setTimeout(note, 50)
    const interval = setInterval(note, 40)
    delay(60).then(note)
    AbortSignal.timeout(70).addEventListener('abort', note)
    await clock.pass(80)
    expect(times).to.deep.equal([40, 50, 60, 70, 80])
    clearInterval(interval)
    await clock.pass(80)
    expect(times).to.have.length(5)
  })

  it('ends no timer that is cleared, and a refreshed one later', async () => {
    const { times, note } = recorder()
    clearTimeout(setTimeout(note, 10))
    for (const none of [undefined, null]) clearTimeout(none as never)
    const timer = setTimeout(note, 100)
    await clock.pass(60)
    timer.refresh()
    await clock.pass(100)
    expect(times).to.deep.equal([160])
  })

  it('ends a timer that is longer than Node.js allows at once', async () => {
    const { times, note } = recorder()
    setTimeout(note, 2 ** 31)
    await clock.pass(1)
    expect(times).to.deep.equal([1])
  })

  it('calls late and once what becomes due while the process is suspended', async () => {
    const { times, note } = recorder()
    setInterval(note, 40)
    setTimeout(note, 70)
    await clock.suspend(100)
    await clock.pass(40)
    expect(times).to.deep.equal([100, 100, 140])
  })

  it('passes on the value of a delay, and its abort at once', async () => {
    expect(await clock.run(delay(10, 'value'))).to.equal('value')
    const aborting = new AbortController()
    const rejected = rejectionOf(delay(60_000, undefined, { signal: aborting.signal }))
    aborting.abort('reason')
    expect(await rejected).to.include({ name: 'AbortError', code: 'ABORT_ERR', cause: 'reason' })
    expect(await rejectionOf(delay(1, undefined, { signal: aborting.signal }))).to.include({
      cause: 'reason',
    })
  })

  it('runs exactly as long as a promise waits', async () => {
    const began = clock.now()
    const waits = async () => {
      for (const ms of [30, 60_000]) await delay(ms)
    }
    await clock.run(waits())
    expect(clock.now() - began).to.equal(60_030)
    expect(await rejectionOf(clock.run(new Promise(() => {})))).to.match(/waits for nothing/)
  })

  it('passes until a condition holds, and no further', async () => {
    const { times, note } = recorder()
    setInterval(note, 40)
    await clock.until(async () => times.length === 3)
    await clock.pass(0)
    expect(times).to.deep.equal([40, 80, 120])
  })

  it('reads a file before time passes', async () => {
    const { times, note } = recorder()
    const late = setTimeout(note, 1)
    const text = await clock.run(readFile(import.meta.filename, 'utf8'))
    clearTimeout(late)
    expect(text).to.include('reads a file')
    expect(times).to.deep.equal([])
  })

  it('gives back the real clock', async () => {
    const started = clock.now()
    clock.stop()
    await delay(1)
    expect(performance.now()).to.not.equal(started)
    expect(AbortSignal.timeout(60_000).aborted).to.equal(false)
  })
})
