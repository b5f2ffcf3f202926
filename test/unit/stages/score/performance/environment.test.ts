import { expect } from 'chai'
import { environmentOf } from '#stages/score/performance/environment.ts'
import { measured, phone } from '#test/support/performance/lab-measurement.ts'

describe('environment', () => {
  it('names device, network, collector and page context', () => {
    const { collector_version, ...environment } = environmentOf(measured())
    expect(collector_version).to.match(/^pageprobe-lab@\d+\.\d+\.\d+$/)
    expect(environment).to.deep.equal({
      device_profile: 'desktop-1920x1080@1-cpu1x',
      network_profile: 'unthrottled',
      user_agent: 'PageProbeBot/1.0',
      page_context: {
        viewport: '1920x1080',
        timezone: 'Etc/UTC',
        language: 'en-US',
        cookies_enabled: true,
      },
      browser: 'Chrome/156.0.0.0',
      throttling: {
        method: 'none',
        cpu_factor: 1,
        cpu_factor_measured: 1,
        latency_ms: 0,
        download_kbps: null,
        upload_kbps: null,
      },
      contention: {
        foreign_cpu: 0.012,
        loop_before_ms: 50,
        loop_after_ms: 51,
        paint_stall: false,
        discarded_runs: 0,
        contaminated: false,
      },
      network_quiet: true,
    })
  })

  it('tells a throttled line in 1,024 bits a second', () => {
    // 188,743 and 86,400 bytes a second: slow 4G is 1,474.56 and 675 kbit/s
    expect(environmentOf(measured({ environment: phone })).throttling).to.deep.include({
      method: 'devtools',
      cpu_factor: 4,
      latency_ms: 562.5,
      download_kbps: 1474.55,
      upload_kbps: 675,
    })
  })

  it('tells what disturbed the run, and what is not known', () => {
    const noise = {
      foreignCpu: -0.004,
      loopBeforeMs: null,
      loopAfterMs: null,
      hasPaintStall: true,
      discardedRuns: 2,
      isContaminated: true,
    }
    expect(environmentOf(measured({ noise, isQuiet: false }))).to.deep.include({
      contention: {
        foreign_cpu: 0,
        loop_before_ms: null,
        loop_after_ms: null,
        paint_stall: true,
        discarded_runs: 2,
        contaminated: true,
      },
      network_quiet: false,
    })
  })
})
