import { expect } from 'chai'
import { goneSettings } from '#shared/config/gone-settings.ts'
import { settings } from '#shared/config/settings.ts'

describe('settings of former versions', () => {
  it('are gone, and each says what to do', () => {
    for (const [name, remedy] of Object.entries(goneSettings)) {
      expect(settings, name).not.to.have.property(name)
      expect(remedy, name).to.match(/^is gone: .*([Rr]emove it|set WORKER_THREADS)/)
    }
  })

  it('have another remedy where there is something else to do', () => {
    expect(goneSettings.STAGE_TRIES).to.match(/fixed bound now\. Remove it$/)
    expect(goneSettings.FRONTIER_SHARDS).to.match(/set POSTGRES_URL/)
    expect(goneSettings.SCORE_WORKERS).to.match(/set WORKER_THREADS/)
  })
})
