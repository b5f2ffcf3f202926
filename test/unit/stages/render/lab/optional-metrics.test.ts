import { expect } from 'chai'
import type { Log } from '#shared/log.ts'
import { makeOptionalMetrics } from '#stages/render/lab/optional-metrics.ts'
import { TabLost } from '#stages/render/tab/tab.ts'

function rig() {
  const ended = new AbortController()
  const warned: unknown[] = []
  const logger = { warn: (about: unknown) => warned.push(about) } as unknown as Log
  const parts = makeOptionalMetrics({ guard: (step) => step, signal: ended.signal }, logger)
  return { parts, warned, ended }
}

describe('optional metrics', () => {
  it('are measured', async () => {
    const { parts } = rig()
    expect(await parts.measure('images', 1000, async () => null, 'none')).to.equal(null)
    expect(parts.missing).to.deep.equal({})
  })

  it('are missing when they take too long', async () => {
    const { parts } = rig()
    expect(await parts.measure('images', 1, () => new Promise(() => {}), 'none')).to.equal('none')
    expect(parts.missing).to.deep.equal({ images: 'no_time' })
  })

  it('are missing when they fail, and the error is logged', async () => {
    const { parts, warned } = rig()
    const err = new Error('broken')
    expect(await parts.measure('images', 1000, () => Promise.reject(err), 'none')).to.equal('none')
    expect(parts.missing).to.deep.equal({ images: 'failed' })
    expect(warned).to.deep.equal([{ err, part: 'images' }])
  })

  it('are not measured in an unresponsive page', async () => {
    const { parts } = rig()
    parts.markUnresponsive()
    expect(await parts.measureInPage('images', 1000, async () => 'seen', 'none')).to.equal('none')
    expect(await parts.measure('trace', 1000, async () => 'had', 'none')).to.equal('had')
    expect(parts.missing).to.deep.equal({ images: 'page_busy' })
  })

  it('fail with the tab', async () => {
    const { parts, ended } = rig()
    const lost = new TabLost('gone')
    ended.abort(lost)
    const failed = parts.measure('images', 1000, () => Promise.reject(new Error('closed')), 'none')
    expect(await failed.catch((error: unknown) => error)).to.equal(lost)
  })
})
