import type { LabEnvironment, LabNoise, Measurement } from '#shared/messages/payloads/measurement.ts'
import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import { COLLECTOR } from './versions.ts'

type Environment = PerformanceResult['environment']

/** Section `environment`: where and how the run was measured, and how quiet the machine was. */
export function environmentOf({ environment, noise, isQuiet }: Measurement): Environment {
  const { viewport, timezone, language, cookiesEnabled } = environment
  return {
    device_profile: environment.deviceProfile,
    network_profile: environment.networkProfile,
    collector_version: COLLECTOR,
    user_agent: environment.userAgent,
    page_context: {
      viewport: `${viewport.width}x${viewport.height}`,
      timezone,
      language,
      cookies_enabled: cookiesEnabled,
    },
    browser: environment.browser,
    throttling: throttlingOf(environment),
    contention: contentionOf(noise),
    network_quiet: isQuiet,
  }
}

function throttlingOf(environment: LabEnvironment): Environment['throttling'] {
  const { cpuFactor, latencyMs, downloadBytesPerSecond, uploadBytesPerSecond } = environment
  const isThrottled = cpuFactor > 1 || latencyMs > 0 || downloadBytesPerSecond !== null
  return {
    method: isThrottled ? 'devtools' : 'none',
    cpu_factor: cpuFactor,
    cpu_factor_measured: rounded(environment.cpuFactorMeasured, 100),
    latency_ms: latencyMs,
    download_kbps: kilobits(downloadBytesPerSecond),
    upload_kbps: kilobits(uploadBytesPerSecond),
  }
}

function contentionOf(noise: LabNoise): Environment['contention'] {
  return {
    foreign_cpu: rounded(noise.foreignCpu, 1000),
    loop_before_ms: rounded(noise.loopBeforeMs, 10),
    loop_after_ms: rounded(noise.loopAfterMs, 10),
    paint_stall: noise.hasPaintStall,
    discarded_runs: noise.discardedRuns,
    contaminated: noise.isContaminated,
  }
}

/** Rounds to the given fraction of one. Never negative, whatever two clocks say. */
function rounded(value: number | null, parts: number): number | null {
  return value === null ? null : Math.max(0, Math.round(value * parts) / parts)
}

/** Converts bytes a second to units of 1,024 bits. */
function kilobits(bytesPerSecond: number | null): number | null {
  return bytesPerSecond === null ? null : rounded((bytesPerSecond * 8) / 1024, 100)
}
