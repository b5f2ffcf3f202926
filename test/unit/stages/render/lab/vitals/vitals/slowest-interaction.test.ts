import { expect } from 'chai'
import type { EventTiming } from '#stages/render/lab/vitals/page/observe.ts'
import { slowestInteraction } from '#stages/render/lab/vitals/vitals.ts'

const event = (more: Partial<EventTiming>): EventTiming => ({
  ...{ name: 'click', interaction: 1, at: 1000, processingAt: 1002, processedAt: 1010, duration: 16 },
  target: 'button',
  ...more,
})

describe('the slowest interaction', () => {
  it('is null without interactions', () => {
    expect(slowestInteraction([])).to.equal(null)
    expect(slowestInteraction([event({ interaction: 0, name: 'mouseover' })])).to.equal(null)
  })

  it('is the longest interaction, even when another event took longer', () => {
    const events = [
      event({ interaction: 1, duration: 40 }),
      event({ interaction: 2, duration: 120, at: 2000, processingAt: 2010, processedAt: 2090 }),
      event({ interaction: 0, duration: 300, at: 3000, processingAt: 3001, processedAt: 3290 }),
    ]
    expect(slowestInteraction(events)).to.deep.equal({
      ...{ value: 120, event: 'click', target: 'button' },
      ...{ inputDelayMs: 10, processingMs: 80, presentationMs: 30 },
    })
  })

  it('includes all events of one frame, and names the one with the longest processing', () => {
    const down = event({
      name: 'pointerdown',
      at: 1000,
      processingAt: 1001,
      processedAt: 1001,
      duration: 112,
    })
    const click = event({ name: 'click', at: 1004, processingAt: 1004, processedAt: 1104, duration: 104 })
    expect(slowestInteraction([down, click])).to.deep.equal({
      ...{ value: 112, event: 'click', target: 'button' },
      ...{ inputDelayMs: 1, processingMs: 103, presentationMs: 8 },
    })
  })

  it('has no negative presentation delay when durations are rounded down', () => {
    const rounded = event({ processedAt: 1019, duration: 16 })
    expect(slowestInteraction([rounded])?.presentationMs).to.equal(0)
  })
})
